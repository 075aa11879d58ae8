// implied_free.cpp (variables that need no bounds)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/implied_free.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "libgpuinv/simplex/implied_bounds.hpp"

namespace gpuinv {
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
        start_(lp.m + 2),
        column_(lp.val.size()),
        source_(lp.n, {kNoRow, kNoRow}),
        seen_(lp.n, -1) {
    copy_rows();
  }

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

  void copy_rows() {
    for (std::size_t t = 0; t < column_.size(); t++) start_[lp_.ind[t] + 2]++;
    for (int i = 0; i < lp_.m; i++) start_[i + 2] += start_[i + 1];
    for (int k = 0; k < lp_.n; k++) {
      for (std::size_t t = lp_.ptr[k]; t < lp_.ptr[k + 1]; t++)
        column_[start_[lp_.ind[t] + 1]++] = k;
      lookout_.add(static_cast<double>(lp_.ptr[k + 1] - lp_.ptr[k]));
    }
  }

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
      for (std::size_t t = start_[i]; t < start_[i + 1]; t++) {
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
  std::vector<std::size_t> start_;  // m+2, of rows
  std::vector<int> column_;         // of their elements
  std::vector<Sources> source_;     // n, of chosen variables
  std::vector<int> seen_;           // n, on behalf of which variable
};

}  // namespace

std::vector<int> implied_free(const WorkingLp& lp, const Interrupt& interrupt) {
  return Search(lp, interrupt).run();
}

}  // namespace gpuinv
