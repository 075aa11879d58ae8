// host_normal_sparse.hpp (sparse normal equations by CHOLMOD)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <vector>

#include "libgpuinv/interior/normal_equations.hpp"
#include "libgpuinv/sparse/column_matrix.hpp"
#include "libgpuinv/vendors/sparse_cholesky.hpp"

namespace gpuinv {

// The constructor permutes the rows of A into the fill-reducing order; all
// later work is on P*A and P*S*P'.
class HostNormalSparse final : public NormalEquations {
 public:
  explicit HostNormalSparse(const ColumnMatrix& a);
  HostNormalSparse(const ColumnMatrix& a, const SparseOrder& order);
  const char* name() const override { return "host sparse"; }
  const Cost& cost() const override { return cost_; }
  bool factorize(const double* d, const double* r) override;
  void solve(double* x) override;
  void forward(double* x);   // x := inv(L)*P*x
  void backward(double* x);  // x := P'*inv(L')*x

 private:
  ColumnMatrix permuted() const {
    return {m_, n_, start_.data(), row_.data(), value_.data()};
  }
  void permute(const ColumnMatrix& a);
  void assemble(const double* d, const double* r);

  int m_, n_;
  std::vector<int> order_;        // row of A at each place
  std::vector<int> start_, row_;  // P*A by columns
  std::vector<double> value_;
  std::unique_ptr<RowIndex> rows_;  // P*A by rows
  std::unique_ptr<SparseCholesky> cholesky_;
  std::vector<double> work_, ordered_;  // m; work_ is zero between calls
  Cost cost_;
};

}  // namespace gpuinv
