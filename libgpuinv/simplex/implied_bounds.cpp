// implied_bounds.cpp (bounds that follow from the rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/implied_bounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "libgpuinv/base/parallel_for.hpp"

namespace gpuinv {
namespace {

// Sums are as good as this share of the bounds.
constexpr double kRounding = 1e-9;

// If rows have so many elements on average, it pays that each thread has sums
// of its own for all of them.
constexpr std::size_t kLongRow = 16;

// Returns the size of a boxed variable's bounds, to which rounding errors are
// relative.
double size_of(const WorkingLp& lp, int k) {
  return 1.0 + std::fabs(lp.l[k]) + std::fabs(lp.u[k]);
}

}  // namespace

ImpliedBounds::ImpliedBounds(const WorkingLp& lp, const Interrupt& interrupt)
    : lp_(lp), rows_(lp.m) {
  for (const bool bounded : {false, true}) {
    add_columns(bounded, interrupt);
    if (any_limit()) continue;
    rows_.clear();
    return;
  }
  for_boxed_ = any_for_boxed();
}

void ImpliedBounds::Activity::add(const Activity& other) {
  const auto add = [](const Extreme& from, Extreme* to) {
    to->sum += from.sum;
    to->infinite += from.infinite;
  };
  add(other.least, &least);
  add(other.greatest, &greatest);
  longest = std::max(longest, other.longest);
}

void ImpliedBounds::add_columns(bool bounded, const Interrupt& interrupt) {
  const std::size_t nnz = lp_.val.size();
  const int parts = nnz < kLongRow * lp_.m
                        ? 1
                        : parts_for(nnz * (sizeof(double) + sizeof(int)));
  const std::vector<int> start = split_columns(lp_.ptr.data(), lp_.n, parts);
  std::vector<Activities> others(parts - 1, Activities(lp_.m));
  parallel_for(parts, [&](int p) {
    Activities& rows = p == 0 ? rows_ : others[p - 1];
    Lookout lookout(interrupt);
    for (int k = start[p]; k < start[p + 1]; k++) {
      if (std::isfinite(lp_.u[k] - lp_.l[k]) != bounded) continue;
      bounded ? add_bounded(k, rows) : add_unbounded(k, rows);
      if (lookout.ends(static_cast<double>(lp_.ptr[k + 1] - lp_.ptr[k])))
        return;  // nobody reads the sums then
    }
  });
  interrupt.look();
  for (const Activities& part : others)
    for (int i = 0; i < lp_.m; i++) rows_[i].add(part[i]);
}

void ImpliedBounds::add_unbounded(int k, Activities& rows) const {
  const auto add = [](double term, Extreme* to) {
    std::isfinite(term) ? to->sum += term : to->infinite++;
  };
  for (std::size_t t = lp_.ptr[k]; t < lp_.ptr[k + 1]; t++) {
    const double a = lp_.val[t];
    if (a == 0.0) continue;
    Activity& row = rows[lp_.ind[t]];
    add(a * (a > 0.0 ? lp_.l[k] : lp_.u[k]), &row.least);
    add(a * (a > 0.0 ? lp_.u[k] : lp_.l[k]), &row.greatest);
  }
}

void ImpliedBounds::add_bounded(int k, Activities& rows) const {
  const double l = lp_.l[k], u = lp_.u[k];
  const double length = u - l + kRounding * size_of(lp_, k);
  for (std::size_t t = lp_.ptr[k]; t < lp_.ptr[k + 1]; t++) {
    const double at_l = lp_.val[t] * l, at_u = lp_.val[t] * u;
    Activity& row = rows[lp_.ind[t]];
    row.least.sum += std::min(at_l, at_u);
    row.greatest.sum += std::max(at_l, at_u);
    row.longest = std::max(row.longest, std::fabs(lp_.val[t]) * length);
  }
}

bool ImpliedBounds::any_limit() const {
  return std::any_of(rows_.begin(), rows_.end(), [](const Activity& row) {
    return row.least.infinite <= 1 || row.greatest.infinite <= 1;
  });
}

// A row leaves its variables b - least in the one direction and greatest - b in
// the other.  It can imply a bound only of one that could go farther.  The rows
// of a dense LP with boxed variables leave them much more than that.
bool ImpliedBounds::any_for_boxed() const {
  constexpr double kMargin = 1.0 + 1e-6;
  for (int i = 0; i < lp_.m; i++) {
    const Activity& row = rows_[i];
    const double most = kMargin * row.longest;
    if (row.least.infinite == 0 && lp_.b[i] - row.least.sum <= most)
      return true;
    if (row.greatest.infinite == 0 && row.greatest.sum - lp_.b[i] <= most)
      return true;
  }
  return false;
}

// a*x = b - (the rest of the row): x is greatest where the rest is at its least
// for a > 0, at its greatest for a < 0.
bool ImpliedBounds::implies(std::size_t t, int k, bool upper) const {
  const double a = lp_.val[t];
  if (rows_.empty() || a == 0.0) return false;
  const int i = lp_.ind[t];
  const Extreme& all = upper == (a > 0.0) ? rows_[i].least : rows_[i].greatest;
  const double own = upper ? lp_.l[k] : lp_.u[k];
  const double bound = upper ? lp_.u[k] : lp_.l[k];
  const bool finite = std::isfinite(own);
  if (all.infinite > (finite ? 0 : 1)) return false;
  const double x = (lp_.b[i] - all.sum) / a + (finite ? own : 0.0);
  const double size = 1.0 + std::fabs(bound) + (finite ? std::fabs(own) : 0.0);
  return (upper ? x - bound : bound - x) <= kRounding * size;
}

Implied ImpliedBounds::of(int k) const {
  Implied implied;
  const double range = lp_.u[k] - lp_.l[k];
  if (!for_boxed_ || !(range > 0.0 && std::isfinite(range))) return implied;
  for (std::size_t t = lp_.ptr[k]; t < lp_.ptr[k + 1]; t++) {
    implied.upper = implied.upper || implies(t, k, true);
    implied.lower = implied.lower || implies(t, k, false);
  }
  return implied;
}

namespace {

// A bound follows from a row up to the tolerances of its other variables,
// divided by this variable's element.  Rows are scaled.
constexpr double kLeastElement = 1e-3;

constexpr int kNoRow = -1;

// The rows that imply a variable's lower and upper bound; kNoRow: there is no
// bound.
using Sources = std::array<int, 2>;

struct Candidate {
  int column;
  Sources rows;
  std::size_t elements;  // of these rows
};

// Elements that a look for a circle reads at most.
constexpr std::size_t kMostSteps = 5000;

class Search {
 public:
  Search(const WorkingLp& lp, const Interrupt& interrupt)
      : lp_(lp),
        lookout_(interrupt),
        bounds_(lp, interrupt),
        column_(lp.val.size()),
        start_(by_rows(lp, [this](int q, int k, int) { column_[q] = k; })),
        source_(lp.n, {kNoRow, kNoRow}),
        seen_(lp.n, -1) {}

  std::vector<int> run() {
    std::vector<Candidate> found = candidates();
    const auto size = [this](const Candidate& c) {
      return std::pair(c.elements, lp_.ptr[c.column + 1] - lp_.ptr[c.column]);
    };
    std::stable_sort(found.begin(), found.end(),
                     [&size](const Candidate& a, const Candidate& b) {
                       return size(a) < size(b);
                     });
    std::vector<int> chosen;
    for (const Candidate& c : found) {
      if (follows_from_itself(c)) continue;
      source_[c.column] = c.rows;
      chosen.push_back(c.column);
    }
    return chosen;
  }

 private:
  std::size_t length(int i) const { return start_[i + 1] - start_[i]; }

  // The shortest row that implies a bound of variable k, else kNoRow.
  int source(int k, bool upper) const {
    int best = kNoRow;
    for (std::size_t t = lp_.ptr[k]; t < lp_.ptr[k + 1]; t++) {
      const int i = lp_.ind[t];
      if ((best == kNoRow || length(i) < length(best)) &&
          std::fabs(lp_.val[t]) >= kLeastElement &&
          bounds_.implies(t, k, upper))
        best = i;
    }
    return best;
  }

  std::vector<Candidate> candidates() {
    std::vector<Candidate> found;
    for (int k = 0; k < lp_.n; k++) {
      lookout_.add(static_cast<double>(lp_.ptr[k + 1] - lp_.ptr[k]));
      if (lp_.fixed(k)) continue;
      Candidate c = {k, {kNoRow, kNoRow}, 0};
      if (imply(k, &c)) found.push_back(c);
    }
    return found;
  }

  // Returns whether rows imply all bounds of variable k, and which.
  bool imply(int k, Candidate* c) const {
    const double bound[] = {lp_.l[k], lp_.u[k]};
    for (const int upper : {0, 1}) {
      if (!std::isfinite(bound[upper])) continue;
      const int i = c->rows[upper] = source(k, upper != 0);
      if (i == kNoRow) return false;
      if (upper == 0 || i != c->rows[0]) c->elements += length(i);
    }
    return true;
  }

  // Whether a chosen variable, from which bounds of this one follow, has bounds
  // that follow from this one's.  True, too, if it takes long to tell.
  bool follows_from_itself(const Candidate& c) {
    std::vector<int> rows;
    push(c.rows, &rows);
    std::size_t steps = 0;
    while (!rows.empty()) {
      const int i = rows.back();
      rows.pop_back();
      const bool own = i == c.rows[0] || i == c.rows[1];
      steps += length(i);
      if (steps > kMostSteps) return true;
      lookout_.add(static_cast<double>(length(i)));
      for (int t = start_[i]; t < start_[i + 1]; t++) {
        const int k = column_[t];
        if (k == c.column && !own) return true;
        if (k == c.column || seen_[k] == c.column) continue;
        seen_[k] = c.column;
        const Sources& from = source_[k];
        for (const int row : from)
          if (row != kNoRow && (row == c.rows[0] || row == c.rows[1]))
            return true;
        push(from, &rows);
      }
    }
    return false;
  }

  static void push(const Sources& from, std::vector<int>* rows) {
    for (const int i : from)
      if (i != kNoRow) rows->push_back(i);
  }

  const WorkingLp& lp_;
  Lookout lookout_;
  const ImpliedBounds bounds_;
  std::vector<int> column_;       // of the elements, by rows
  const std::vector<int> start_;  // m+1, of rows
  std::vector<Sources> source_;   // n, of chosen variables
  std::vector<int> seen_;         // n, on behalf of which variable
};

}  // namespace

bool has_long_rows(const WorkingLp& lp) {
  constexpr double kLong = 100.0;
  return static_cast<double>(lp.val.size()) > kLong * lp.m;
}

std::vector<int> implied_free(const WorkingLp& lp, const Interrupt& interrupt) {
  return Search(lp, interrupt).run();
}

}  // namespace gpuinv
