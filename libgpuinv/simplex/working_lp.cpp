// working_lp.cpp (linear program and basis of a simplex engine)
// SPDX-License-Identifier: GPL-3.0-or-later

// Errors name rows, columns and positions as the caller counts them.

#include "libgpuinv/simplex/working_lp.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string>

#include "libgpuinv/base/parallel_for.hpp"
#include "libgpuinv/lp/lp_checks.hpp"
#include "libgpuinv/sparse/dense_column.hpp"

namespace gpuinv {
namespace {

std::string number(int k, const gpuinv_lp& lp) {
  return std::to_string(k + lp.base);
}

void check_shape(const gpuinv_lp& lp) {
  check_base(lp.base);
  if (lp.m < 1) refuse_lp("m = " + std::to_string(lp.m) + " is not positive");
  if (lp.n <= lp.m)
    refuse_lp("n = " + std::to_string(lp.n) +
              " is not greater than m = " + std::to_string(lp.m));
  require_arrays({{lp.ptr, "ptr"},
                  {lp.ind, "ind"},
                  {lp.val, "val"},
                  {lp.b, "b"},
                  {lp.c, "c"},
                  {lp.l, "l"},
                  {lp.u, "u"},
                  {lp.head, "head"},
                  {lp.flag, "flag"}});
}

void borrow_matrix(const gpuinv_lp& lp, WorkingLp& borrowed) {
  check_matrix({lp.base, lp.m, lp.n, lp.ptr, lp.ind, lp.val});
  borrowed.ptr = {lp.ptr, lp.base};
  borrowed.ind = {lp.ind, lp.base};
  borrowed.val = {lp.val, static_cast<std::size_t>(lp.ptr[lp.n] - lp.base)};
}

// The flag only decides between two different bounds.
At position(const gpuinv_lp& lp, int j) {
  const int k = lp.head[lp.m + j] - lp.base;
  const bool has_lower = lp.l[k] > -DBL_MAX, has_upper = lp.u[k] < DBL_MAX;
  if (!has_lower) return has_upper ? At::kUpper : At::kFree;
  const bool at_upper = has_upper && lp.l[k] != lp.u[k] && lp.flag[j] != 0;
  return at_upper ? At::kUpper : At::kLower;
}

bool can_stand(const WorkingLp& lp, int k, At at) {
  switch (at) {
    case At::kLower:
      return std::isfinite(lp.l[k]);
    case At::kUpper:
      return std::isfinite(lp.u[k]);
    case At::kFree:
      return !std::isfinite(lp.l[k]) && !std::isfinite(lp.u[k]);
  }
  return false;
}

}  // namespace

Size shape_of(const gpuinv_lp& lp) {
  check_shape(lp);
  return {lp.m, lp.n, static_cast<std::size_t>(lp.ptr[lp.n] - lp.base)};
}

WorkingLp borrow_lp(const gpuinv_lp& lp) {
  check_shape(lp);
  WorkingLp borrowed;
  borrowed.m = lp.m;
  borrowed.n = lp.n;
  borrow_matrix(lp, borrowed);
  borrowed.b = copy_finite(lp.base, lp.m, lp.b, "right-hand side");
  borrowed.c = copy_finite(lp.base, lp.n, lp.c, "cost");
  copy_bounds(lp.base, lp.n, lp.l, lp.u, "column", borrowed.l, borrowed.u);
  return borrowed;
}

SimplexBasis copy_basis(const gpuinv_lp& lp) {
  check_shape(lp);
  std::vector<bool> seen(lp.n, false);
  for (int i = 0; i < lp.n; i++) {
    if (lp.head[i] < lp.base || lp.head[i] - lp.base >= lp.n)
      refuse_lp("head " + number(i, lp) + ": column " +
                std::to_string(lp.head[i]) + " does not exist");
    const int k = lp.head[i] - lp.base;
    if (seen[k]) refuse_lp("column " + number(k, lp) + " is twice in head");
    seen[k] = true;
  }
  SimplexBasis basis;
  for (int i = 0; i < lp.n; i++)
    (i < lp.m ? basis.basic : basis.nonbasic).push_back(lp.head[i] - lp.base);
  for (int j = 0; j < lp.n - lp.m; j++) basis.at.push_back(position(lp, j));
  return basis;
}

double value_at(const WorkingLp& lp, int k, At at) {
  if (at == At::kFree) return 0.0;
  return at == At::kLower ? lp.l[k] : lp.u[k];
}

std::vector<double> basic_side(const WorkingLp& lp, const SimplexBasis& basis) {
  std::vector<double> side = lp.b;
  for (std::size_t j = 0; j < basis.nonbasic.size(); j++) {
    const int k = basis.nonbasic[j];
    const double value = value_at(lp, k, basis.at[j]);
    if (value == 0.0) continue;
    for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++)
      side[lp.ind[t]] -= lp.val[t] * value;
  }
  return side;
}

bool is_basis(const WorkingLp& lp, const SimplexBasis& basis) {
  const std::size_t m = lp.m, nn = lp.n - lp.m;
  if (basis.basic.size() != m || basis.nonbasic.size() != nn ||
      basis.at.size() != nn)
    return false;
  std::vector<bool> seen(lp.n, false);
  for (const auto* part : {&basis.basic, &basis.nonbasic}) {
    for (int k : *part) {
      if (k < 0 || k >= lp.n || seen[k]) return false;
      seen[k] = true;
    }
  }
  for (std::size_t j = 0; j < nn; j++)
    if (!can_stand(lp, basis.nonbasic[j], basis.at[j])) return false;
  return true;
}

namespace {

// Products of a range of columns with x: sums by rows, and the largest term.
// Dense columns in descending order are added to sums in that order.
class Products {
 public:
  Products(const WorkingLp& lp, const std::vector<double>& x,
           const Interrupt& interrupt)
      : lp_(lp),
        x_(x),
        interrupt_(interrupt),
        sum_(lp.m, 0.0),
        reversed_(lp.m, 0.0) {}

  void add(int first, int last) {
    Lookout lookout(interrupt_);
    for (int k = first; k < last; k++) {
      if (x_[k] == 0.0) continue;
      add_column(k);
      if (lookout.ends(static_cast<double>(lp_.ptr[k + 1] - lp_.ptr[k])))
        return;  // nobody reads the sums then
    }
    for (int i = 0; i < lp_.m; i++) sum_[i] += reversed_[lp_.m - 1 - i];
  }
  const std::vector<double>& sum() const { return sum_; }
  double largest() const { return largest_; }

 private:
  void add_column(int k) {
    const std::size_t first = lp_.ptr[k], nnz = lp_.ptr[k + 1] - first;
    const int* ind = lp_.ind.data() + first;
    const double* val = lp_.val.data() + first;
    const Rows rows = rows_of(lp_.m, lp_.ind.base(), nnz, ind);
    if (rows != Rows::kListed)
      return add_dense(val, x_[k], rows == Rows::kAscending ? sum_ : reversed_);
    for (std::size_t t = 0; t < nnz; t++) {
      const double term = val[t] * x_[k];
      sum_[ind[t] - lp_.ind.base()] += term;
      largest_ = std::max(largest_, std::fabs(term));
    }
  }
  // The blocks keep several maxima that do not wait for each other.
  void add_dense(const double* val, double x, std::vector<double>& sum) {
    constexpr int kBlock = 4;
    double most[kBlock] = {};
    int t = 0;
    for (; t + kBlock <= lp_.m; t += kBlock)
      for (int r = 0; r < kBlock; r++) {
        const double term = val[t + r] * x;
        sum[t + r] += term;
        most[r] = std::max(most[r], std::fabs(term));
      }
    for (; t < lp_.m; t++) {
      sum[t] += val[t] * x;
      most[0] = std::max(most[0], std::fabs(val[t] * x));
    }
    largest_ = std::max(largest_, *std::max_element(most, most + kBlock));
  }

  const WorkingLp& lp_;
  const std::vector<double>& x_;
  const Interrupt& interrupt_;
  std::vector<double> sum_, reversed_;  // m
  double largest_ = 0.0;
};

}  // namespace

double relative_residual(const WorkingLp& lp, const std::vector<double>& x,
                         const Interrupt& interrupt) {
  const std::size_t nnz = lp.val.size();
  const int parts = parts_for(nnz * (sizeof(double) + sizeof(int)));
  const std::vector<int> start = split_columns(lp.ptr.data(), lp.n, parts);
  std::vector<Products> products(parts, Products(lp, x, interrupt));
  parallel_for(parts, [&](int p) { products[p].add(start[p], start[p + 1]); });
  interrupt.look();
  double scale = 1.0, worst = 0.0;
  for (const Products& p : products) scale = std::max(scale, p.largest());
  for (int i = 0; i < lp.m; i++) {
    double r = lp.b[i];
    scale = std::max(scale, std::fabs(r));
    for (const Products& p : products) r -= p.sum()[i];
    worst = worst > std::fabs(r) || std::isnan(worst) ? worst : std::fabs(r);
  }
  return worst / scale;
}

}  // namespace gpuinv
