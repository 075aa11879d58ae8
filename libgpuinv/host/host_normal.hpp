// host_normal.hpp (normal equations on the host)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <vector>

#include "libgpuinv/interior/dense_columns.hpp"
#include "libgpuinv/interior/normal_equations.hpp"
#include "libgpuinv/sparse/columns.hpp"
#include "libgpuinv/sparse/normal_pattern.hpp"
#include "libgpuinv/vendors/sparse_cholesky.hpp"

namespace gpuinv {

// The lower triangle of S in an m by m array, which becomes its factor.  If A
// is dense, blocks of its weighted columns are unpacked and added by a
// symmetric rank-k update; if A is sparse, S is summed entry by entry: by
// columns of A if S stays in a cache, else by columns of S.
class HostNormalDense final : public NormalEquations {
 public:
  explicit HostNormalDense(const ColumnMatrix& a);
  const char* name() const override { return "host dense"; }
  const Cost& cost() const override { return cost_; }
  bool factorize(const double* d, const double* r) override;
  void solve(double* x) override;

 private:
  void sum_by_columns_of_s(const double* d);
  void sum_by_columns_of_a(const double* d);
  void add_blocks(const double* d);
  int unpack_block(int* next, const double* d);

  ColumnMatrix a_;
  std::size_t m_;
  std::unique_ptr<double[]> s_;  // column-major
  // if A is dense: m by kBlock
  std::vector<double> block_;
  // if S is summed by its columns: A by rows, and see split_assembly
  std::unique_ptr<RowIndex> rows_;
  // the first column of each part, of S or of A; empty if A is dense
  std::vector<int> parts_;
  // if S is summed by columns of A: what a second thread sums up
  std::vector<double> second_;
  Cost cost_;
};

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
  ColumnMatrix permuted() const { return permuted_.columns(m_); }
  void permute(const ColumnMatrix& a);
  void assemble(int part, const double* d, const double* r);

  int m_, n_;
  std::vector<int> order_;          // row of A at each place
  SparseVectors permuted_;          // P*A by columns
  std::unique_ptr<RowIndex> rows_;  // P*A by rows
  std::vector<int> parts_;          // see split_assembly
  std::unique_ptr<SparseCholesky> cholesky_;
  std::vector<std::vector<double>> work_;  // of each part: m zeros
  std::vector<double> ordered_;            // m
  Cost cost_;
};

// S = S_0 + sum of d_j*a_j*a_j' over the dense columns.  S_0 is factorized; the
// dense columns are added to its factor in product form.
class HostNormalSplit final : public NormalEquations {
 public:
  // order: ordering of the rows without the dense columns
  HostNormalSplit(const ColumnMatrix& a, const std::vector<int>& dense,
                  const SparseOrder& order);
  const char* name() const override { return "host sparse, dense columns"; }
  const Cost& cost() const override { return cost_; }
  bool factorize(const double* d, const double* r) override;
  void solve(double* x) override;

 private:
  std::vector<double> raised(const double* d, const double* r) const;

  ColumnMatrix a_;
  std::vector<int> dense_, others_;
  SparseVectors rest_;
  HostNormalSparse sparse_;
  ProductForm updates_;
  Cost cost_;
};

}  // namespace gpuinv
