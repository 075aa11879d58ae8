// dual_start.cpp (dual feasible bases to start from)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/lp/dual_start.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numeric>

#include "libgpuinv/lp/triangular_part.hpp"
#include "libgpuinv/sparse/by_rows.hpp"

namespace gpuinv {
namespace {

constexpr int kWide = 10;        // columns per row
constexpr double kTight = 1e-9;  // reduced cost, relative to 1 + |cost|
constexpr double kFeasible = 1e-9;
constexpr double kPivot = 0.001;  // of the largest entry of a column
constexpr int kMostWrong = 10;    // all columns per one of a wrong sign
// A network: columns of at most so many entries in half of all columns, the
// share of entries that are 1 or -1, least numbers of rows and of rows per
// path.
constexpr int kArc = 3, kNetworkRows = 1000;
constexpr double kUnits = 0.9, kRowsPerPath = 25.0;

// Bounds of row or column k.
struct Bounds {
  Bounds(const gpuinv_interior_lp& lp, int k) : l(lp.l[k]), u(lp.u[k]) {}
  bool lower() const { return l > -DBL_MAX; }
  bool upper() const { return u < DBL_MAX; }
  bool fixed() const { return l == u; }
  bool free() const { return !lower() && !upper(); }
  // Whether the standard basis has a column on its upper bound.
  bool at_upper() const {
    return upper() && (!lower() || (!fixed() && std::fabs(l) > std::fabs(u)));
  }
  double active() const { return free() ? 0.0 : at_upper() ? u : l; }
  const double l, u;
};

double cost(const gpuinv_interior_lp& lp, int j) {
  return lp.max != 0 ? -lp.c[j] : lp.c[j];
}

// Returns the statuses of the standard basis.
std::vector<int> standard_basis(const gpuinv_interior_lp& lp) {
  std::vector<int> stat(lp.m + lp.n, GPUINV_STAT_BASIC);
  for (int k = lp.m; k < lp.m + lp.n; k++)
    stat[k] = Bounds(lp, k).at_upper() ? GPUINV_STAT_UPPER : GPUINV_STAT_LOWER;
  return stat;
}

// Returns how far the reduced cost d of a column with these bounds is from the
// right sign.
double wrong(const Bounds& x, double d) {
  if (x.fixed()) return 0.0;
  if (x.free()) return std::fabs(d);
  return std::max(0.0, x.at_upper() ? d : -d);
}

// Returns the number of columns whose costs have the wrong sign.
int count_wrong(const gpuinv_interior_lp& lp) {
  int count = 0;
  for (int j = 0; j < lp.n; j++)
    if (wrong(Bounds(lp, lp.m + j), cost(lp, j)) > 0.0) count++;
  return count;
}

// Whether the matrix looks like that of flows in a network.
bool is_network(const gpuinv_interior_lp& lp) {
  const int nnz = lp.ptr[lp.n] - lp.base;
  int arcs = 0;
  for (int j = 0; j < lp.n; j++)
    if (lp.ptr[j + 1] - lp.ptr[j] <= kArc) arcs++;
  const auto units = std::count_if(
      lp.val, lp.val + nnz, [](double a) { return std::fabs(a) == 1.0; });
  return lp.m >= kNetworkRows && 2 * arcs >= lp.n &&
         static_cast<double>(units) >= kUnits * nnz;
}

class Ascent {
 public:
  Ascent(const gpuinv_interior_lp& lp, const double* row_factors,
         const double* column_factors)
      : lp_(lp),
        factors_{row_factors, column_factors},
        start_(lp.ptr, lp.ptr + lp.n + 1),
        row_(lp.ind, lp.ind + lp.ptr[lp.n] - lp.base),
        y_(lp.m),
        d_(lp.n),
        covered_(lp.m),
        stat_(standard_basis(lp)) {
    for (int& t : start_) t -= lp.base;
    for (int& i : row_) i -= lp.base;
    rows_ = by_rows({lp.m, lp.n, start_.data(), row_.data(), lp.val});
    for (int j = 0; j < lp.n; j++) d_[j] = cost(lp, j);
  }

  // Returns whether all reduced costs have got the right signs, by multipliers
  // of one row each that give no other one a wrong sign.  Rows with most of
  // the wrong ones come first, as these are likely to be the rows that a
  // presolver has added to the costs.
  bool repair() {
    std::vector<int> count(lp_.m), order(lp_.m);
    for (int j = 0; j < lp_.n; j++)
      if (wrong(Bounds(lp_, lp_.m + j), d_[j]) > 0.0)
        for (int t = start_[j]; t < start_[j + 1]; t++) count[row_[t]]++;
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int i, int k) { return count[i] > count[k]; });
    for (const int i : order) repair(i);
    for (int j = 0; j < lp_.n; j++)
      if (wrong(Bounds(lp_, lp_.m + j), d_[j]) > 0.0) return false;
    return true;
  }

  // Returns the number of paths that flows have to take at least: of rows that
  // lack something with all columns on their bounds, and of rows that have a
  // multiplier, as they will be on their bounds.
  double paths() const {
    const double usual = capacity();
    double sum = 0.0;
    for (int i = 0; i < lp_.m; i++) {
      double amount = std::fabs(shortage(i));
      const double bound = y_[i] < 0.0 ? Bounds(lp_, i).u : Bounds(lp_, i).l;
      if (y_[i] != 0.0) amount = std::max(amount, std::fabs(bound));
      if (amount > 0.0) sum += std::max(1.0, amount / usual);
    }
    return sum;
  }

  // Returns whether a multiplier has changed.
  bool climb() {
    for (int i = 0; i < lp_.m; i++) climb(i);
    for (int i = lp_.m - 1; i >= 0; i--) climb(i);
    return std::any_of(y_.begin(), y_.end(), [](double y) { return y != 0.0; });
  }

  DualStart cover() {
    const int first = cover(1);
    const int size = first + cover(2);
    return {size, std::move(stat_)};
  }

  DualStart cover_multipliers() {
    const int size = cover(1);
    return {size, std::move(stat_)};
  }

 private:
  // Changes y_i as far as reduced costs of a wrong sign in the row need it, if
  // all of them need the same direction, and no other one prevents it.
  void repair(int i) {
    double need = 0.0, limit = DBL_MAX, s = 0.0;
    for (int t = rows_.start[i]; t < rows_.start[i + 1]; t++) {
      const int j = rows_.index[t];
      const double error = wrong(Bounds(lp_, lp_.m + j), d_[j]);
      if (error == 0.0) continue;
      const double side = (d_[j] > 0.0) == (rows_.value[t] > 0.0) ? 1.0 : -1.0;
      if (s == -side) return;
      s = side;
      need = std::max(need, error / std::fabs(rows_.value[t]));
    }
    const Bounds row(lp_, i);
    if (s == 0.0 || (s > 0.0 ? !row.lower() : !row.upper())) return;
    for (int t = rows_.start[i]; t < rows_.start[i + 1]; t++)
      limit = std::min(limit, longest_step(t, s));
    if (need <= limit) change(i, s * need);
  }

  // Returns the median of all capacities of columns and rows; DBL_MAX if there
  // are none.
  double capacity() const {
    std::vector<double> all;
    for (int k = 0; k < lp_.m + lp_.n; k++) {
      const Bounds x(lp_, k);
      if (x.fixed() || !x.upper() || (x.lower() && k < lp_.m)) continue;
      const double most = x.lower() ? x.u - x.l : x.u;
      if (most > 0.0) all.push_back(most);
    }
    if (all.empty()) return DBL_MAX;
    const auto middle =
        all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    std::nth_element(all.begin(), middle, all.end());
    return *middle;
  }

  // Returns how far the multiplier of entry t's row can change in the direction
  // s until the reduced cost of its column, if right, gets a wrong sign.
  double longest_step(int t, double s) const {
    const int j = rows_.index[t];
    const Bounds x(lp_, lp_.m + j);
    double rate = s * (x.at_upper() ? -rows_.value[t] : rows_.value[t]);
    if (x.free()) rate = std::fabs(rate);
    if (x.fixed() || rate <= 0.0 || wrong(x, d_[j]) > 0.0) return DBL_MAX;
    return std::fabs(d_[j]) / rate;
  }

  void change(int i, double step) {
    y_[i] += step;
    for (int t = rows_.start[i]; t < rows_.start[i + 1]; t++) {
      const int j = rows_.index[t];
      d_[j] -= step * rows_.value[t];
      if (std::fabs(d_[j]) < kTight * (1.0 + std::fabs(lp_.c[j]))) d_[j] = 0.0;
    }
  }

  void climb(int i) {
    const double s = shortage(i);
    if (s != 0.0) ascend(i, s > 0.0 ? 1.0 : -1.0);
  }

  // Returns what row i lacks to its lower bound or, with a minus sign, what it
  // has above its upper bound, with all columns on their bounds.
  double shortage(int i) const {
    double sum = 0.0, size = 1.0;
    for (int t = rows_.start[i]; t < rows_.start[i + 1]; t++) {
      const double x = Bounds(lp_, lp_.m + rows_.index[t]).active();
      sum += rows_.value[t] * x;
      size += std::fabs(rows_.value[t] * x);
    }
    const Bounds row(lp_, i);
    if (row.lower() && sum < row.l - kFeasible * (size + std::fabs(row.l)))
      return row.l - sum;
    if (row.upper() && sum > row.u + kFeasible * (size + std::fabs(row.u)))
      return row.u - sum;
    return 0.0;
  }

  // Changes y_i in the direction s as far as reduced costs keep their signs.
  void ascend(int i, double s) {
    double step = DBL_MAX;
    for (int t = rows_.start[i]; t < rows_.start[i + 1]; t++)
      step = std::min(step, longest_step(t, s));
    if (step < DBL_MAX) change(i, s * step);
  }

  bool row_in(int stage, int i) const {
    return stage == 1 ? y_[i] != 0.0
                      : covered_[i] == 0 && Bounds(lp_, i).fixed();
  }

  bool column_in(int stage, int j) const {
    if (Bounds(lp_, lp_.m + j).fixed() || stat_[lp_.m + j] == GPUINV_STAT_BASIC)
      return false;
    if (stage == 1) return d_[j] == 0.0;
    return std::none_of(row_.begin() + start_[j], row_.begin() + start_[j + 1],
                        [&](int i) { return covered_[i] == 1; });
  }

  // Makes columns of a triangular part basic in place of its rows.
  int cover(int stage) {
    SparseVectors part;
    for (int j = 0; j < lp_.n; j++) {
      if (column_in(stage, j))
        for (int t = start_[j]; t < start_[j + 1]; t++)
          if (row_in(stage, row_[t]))
            part.append(row_[t],
                        factors_[0][row_[t]] * lp_.val[t] * factors_[1][j]);
      part.end_vector();
    }
    const auto pivots = triangular_part(part.columns(lp_.m), kPivot);
    for (const auto& [i, j] : pivots) {
      covered_[i] = static_cast<char>(stage);
      stat_[i] = y_[i] < 0.0 ? GPUINV_STAT_UPPER : GPUINV_STAT_LOWER;
      stat_[lp_.m + j] = GPUINV_STAT_BASIC;
    }
    return static_cast<int>(pivots.size());
  }

  const gpuinv_interior_lp& lp_;
  const double* const factors_[2];  // of rows and columns
  std::vector<int> start_, row_;    // places of A's entries
  SparseVectors rows_;              // A by rows
  std::vector<double> y_, d_;       // multipliers, reduced costs
  std::vector<char> covered_;       // stage in which a row was covered, or 0
  std::vector<int> stat_;
};

}  // namespace

DualStart dual_start(const gpuinv_interior_lp& lp, const double* rows,
                     const double* columns) {
  const int wrong = count_wrong(lp);
  if (wrong > lp.n / kMostWrong) return {};
  if (wrong == 0 && lp.n / kWide >= lp.m) return {0, standard_basis(lp)};
  if (lp.ptr == nullptr) return {1, {}};
  if (wrong > 0 && !is_network(lp)) return {};
  Ascent ascent(lp, rows, columns);
  if (wrong > 0 && !ascent.repair()) return {};
  if (is_network(lp) && kRowsPerPath * ascent.paths() < lp.m) {
    ascent.climb();
    return ascent.cover_multipliers();
  }
  if (wrong > 0) return {};
  return ascent.climb() ? ascent.cover() : DualStart();
}

}  // namespace gpuinv
