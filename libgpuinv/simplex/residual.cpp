// residual.cpp (how well a point satisfies A*x = b)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/residual.hpp"

#include <algorithm>
#include <cmath>

#include "libgpuinv/base/parallel_for.hpp"
#include "libgpuinv/lp/lp_checks.hpp"
#include "libgpuinv/sparse/dense_column.hpp"

namespace gpuinv {
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
    std::size_t terms = 0;
    for (int k = first; k < last; k++) {
      if (x_[k] == 0.0) continue;
      add_column(k);
      terms += lp_.ptr[k + 1] - lp_.ptr[k];
      if (terms < kOften) continue;
      if (interrupt_.wished()) return;  // nobody reads the sums then
      terms = 0;
    }
    for (int i = 0; i < lp_.m; i++) sum_[i] += reversed_[lp_.m - 1 - i];
  }
  const std::vector<double>& sum() const { return sum_; }
  double largest() const { return largest_; }

 private:
  static constexpr std::size_t kOften = std::size_t{1} << 20;

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
