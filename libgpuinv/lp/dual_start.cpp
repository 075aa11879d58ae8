// dual_start.cpp (dual feasible bases to start from)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/lp/dual_start.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numeric>

#include "libgpuinv/lp/network.hpp"
#include "libgpuinv/lp/triangular_part.hpp"
#include "libgpuinv/lp/variable_bounds.hpp"
#include "libgpuinv/sparse/by_rows.hpp"

namespace gpuinv {
namespace {

constexpr int kWide = 10;                  // columns per row
constexpr int kColumnsPerInfeasible = 10;  // at least
constexpr double kTight = 1e-9;  // reduced cost, relative to 1 + |cost|
constexpr double kFeasible = 1e-9;
constexpr double kPivot = 0.001;  // of the largest entry of a column

double cost(const gpuinv_interior_lp& lp, int j) {
  return lp.max != 0 ? -lp.c[j] : lp.c[j];
}

// Returns the statuses of the standard basis.
std::vector<int> standard_basis(const gpuinv_interior_lp& lp) {
  std::vector<int> stat(lp.m + lp.n, GPUINV_STAT_BASIC);
  for (int k = lp.m; k < lp.m + lp.n; k++)
    stat[k] = VariableBounds(lp, k).at_upper() ? GPUINV_STAT_UPPER
                                               : GPUINV_STAT_LOWER;
  return stat;
}

// Returns the dual infeasibility of a column with these bounds and the reduced
// cost d: how far d is from the right sign.
double infeasibility(const VariableBounds& x, double d) {
  if (x.fixed()) return 0.0;
  if (x.free()) return std::fabs(d);
  return std::max(0.0, x.at_upper() ? d : -d);
}

// Returns the number of columns that are dual infeasible in the standard basis.
int count_infeasible(const gpuinv_interior_lp& lp) {
  int count = 0;
  for (int j = 0; j < lp.n; j++)
    if (infeasibility(VariableBounds(lp, lp.m + j), cost(lp, j)) > 0.0) count++;
  return count;
}

// The ascent of the dual objective: multipliers y of rows, and reduced costs
// d = c - A'y, which change together.
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

  // Returns whether all columns have become dual feasible, by multipliers of
  // one row at a time that make no other column infeasible.  Rows with most
  // infeasible columns come first, as these are likely to be the rows that a
  // presolver has added to the costs.
  bool repair() {
    std::vector<int> count(lp_.m), order(lp_.m);
    for (int j = 0; j < lp_.n; j++)
      if (infeasibility(j) > 0.0)
        for (int t = start_[j]; t < start_[j + 1]; t++) count[row_[t]]++;
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int i, int k) { return count[i] > count[k]; });
    for (const int i : order) repair(i);
    for (int j = 0; j < lp_.n; j++)
      if (infeasibility(j) > 0.0) return false;
    return true;
  }

  // Returns the demands of a network, m numbers: what a row lacks with all
  // columns on their bounds, or what it has too much of, and the bound of a row
  // that has a multiplier, as the row will be on that bound.
  std::vector<double> demands() const {
    std::vector<double> amounts(lp_.m);
    for (int i = 0; i < lp_.m; i++) {
      amounts[i] = std::fabs(shortage(i));
      if (y_[i] == 0.0) continue;
      const VariableBounds row(lp_, i);
      const double bound = y_[i] < 0.0 ? row.u : row.l;
      amounts[i] = std::max(amounts[i], std::fabs(bound));
    }
    return amounts;
  }

  // Returns whether a multiplier has changed.
  bool climb() {
    for (int i = 0; i < lp_.m; i++) climb(i);
    for (int i = lp_.m - 1; i >= 0; i--) climb(i);
    return std::any_of(y_.begin(), y_.end(), [](double y) { return y != 0.0; });
  }

  // Returns the basis after the first stage or after both, see dual_start().
  DualStart cover(int stages) {
    int size = 0;
    for (int stage = 1; stage <= stages; stage++) size += cover_rows(stage);
    return {size, std::move(stat_)};
  }

 private:
  VariableBounds column(int j) const { return {lp_, lp_.m + j}; }

  double infeasibility(int j) const {
    return gpuinv::infeasibility(column(j), d_[j]);
  }

  // Changes y_i by as much as the dual infeasible columns in the row need, if
  // all of them need the same direction, the row has a bound for it, and no
  // other column becomes infeasible.
  void repair(int i) {
    double need = 0.0, s = 0.0;
    for (int t = rows_.start[i]; t < rows_.start[i + 1]; t++) {
      const int j = rows_.index[t];
      const double error = infeasibility(j);
      if (error == 0.0) continue;
      const double side = (d_[j] > 0.0) == (rows_.value[t] > 0.0) ? 1.0 : -1.0;
      if (s == -side) return;
      s = side;
      need = std::max(need, error / std::fabs(rows_.value[t]));
    }
    const VariableBounds row(lp_, i);
    if (s == 0.0 || (s > 0.0 ? !row.lower() : !row.upper())) return;
    if (need <= longest_step(i, s)) change(i, s * need);
  }

  // Returns how far y_i can change in the direction s until a column that is
  // dual feasible is so no longer; DBL_MAX if there is no limit.
  double longest_step(int i, double s) const {
    double step = DBL_MAX;
    for (int t = rows_.start[i]; t < rows_.start[i + 1]; t++) {
      const int j = rows_.index[t];
      const VariableBounds x = column(j);
      double rate = s * (x.at_upper() ? -rows_.value[t] : rows_.value[t]);
      if (x.free()) rate = std::fabs(rate);
      if (x.fixed() || rate <= 0.0 || infeasibility(j) > 0.0) continue;
      step = std::min(step, std::fabs(d_[j]) / rate);
    }
    return step;
  }

  // Adds the step to y_i.  Reduced costs that are zero but for rounding become
  // zero.
  void change(int i, double step) {
    y_[i] += step;
    for (int t = rows_.start[i]; t < rows_.start[i + 1]; t++) {
      const int j = rows_.index[t];
      d_[j] -= step * rows_.value[t];
      if (std::fabs(d_[j]) < kTight * (1.0 + std::fabs(lp_.c[j]))) d_[j] = 0.0;
    }
  }

  // Changes y_i in the direction of what row i lacks, as far as all columns
  // stay dual feasible.
  void climb(int i) {
    const double lacking = shortage(i);
    if (lacking == 0.0) return;
    const double s = lacking > 0.0 ? 1.0 : -1.0;
    const double step = longest_step(i, s);
    if (step < DBL_MAX) change(i, s * step);
  }

  // Returns what row i lacks to its lower bound or, with a minus sign, what it
  // has above its upper bound, with all columns on their bounds.
  double shortage(int i) const {
    double sum = 0.0, size = 1.0;
    for (int t = rows_.start[i]; t < rows_.start[i + 1]; t++) {
      const double x = column(rows_.index[t]).active();
      sum += rows_.value[t] * x;
      size += std::fabs(rows_.value[t] * x);
    }
    const VariableBounds row(lp_, i);
    if (row.lower() && sum < row.l - kFeasible * (size + std::fabs(row.l)))
      return row.l - sum;
    if (row.upper() && sum > row.u + kFeasible * (size + std::fabs(row.u)))
      return row.u - sum;
    return 0.0;
  }

  bool row_in(int stage, int i) const {
    return stage == 1 ? y_[i] != 0.0
                      : covered_[i] == 0 && VariableBounds(lp_, i).fixed();
  }

  bool column_in(int stage, int j) const {
    if (column(j).fixed() || stat_[lp_.m + j] == GPUINV_STAT_BASIC)
      return false;
    if (stage == 1) return d_[j] == 0.0;
    return std::none_of(row_.begin() + start_[j], row_.begin() + start_[j + 1],
                        [&](int i) { return covered_[i] == 1; });
  }

  // Makes columns of a triangular part basic in place of its rows; returns
  // their number.
  int cover_rows(int stage) {
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
  const int infeasible = count_infeasible(lp);
  if (infeasible > lp.n / kColumnsPerInfeasible) return {};
  if (infeasible == 0 && lp.n / kWide >= lp.m) return {0, standard_basis(lp)};
  if (lp.ptr == nullptr) return {1, {}};
  const bool network = is_network(lp);
  if (infeasible > 0 && !network) return {};
  const bool one_commodity = network && has_one_commodity(lp.ptr, lp.n, 0);
  if (one_commodity && infeasible == 0) return {0, standard_basis(lp)};
  Ascent ascent(lp, rows, columns);
  if (infeasible > 0 && !ascent.repair()) return {};
  if (one_commodity || (network && needs_few_paths(lp, ascent.demands()))) {
    ascent.climb();
    return ascent.cover(1);
  }
  if (infeasible > 0) return {};
  return ascent.climb() ? ascent.cover(2) : DualStart();
}

}  // namespace gpuinv
