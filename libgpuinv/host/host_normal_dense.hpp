// host_normal_dense.hpp (dense normal equations by LAPACK)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <vector>

#include "libgpuinv/interior/normal_equations.hpp"
#include "libgpuinv/sparse/column_matrix.hpp"
#include "libgpuinv/sparse/normal_pattern.hpp"

namespace gpuinv {

// The lower triangle of S in an m by m array, which becomes its factor.  If A
// is dense, blocks of its weighted columns are unpacked and added by a
// symmetric rank-k update; if A is sparse, S is summed entry by entry.
class HostNormalDense final : public NormalEquations {
 public:
  explicit HostNormalDense(const ColumnMatrix& a);
  const char* name() const override { return "host dense"; }
  const Cost& cost() const override { return cost_; }
  bool factorize(const double* d, const double* r) override;
  void solve(double* x) override;

 private:
  void add_entries(const double* d);
  void add_blocks(const double* d);
  int unpack_block(int* next, const double* d);

  ColumnMatrix a_;
  std::size_t m_;
  std::unique_ptr<double[]> s_;     // column-major
  std::unique_ptr<RowIndex> rows_;  // if A is sparse
  std::vector<double> block_;       // if A is dense: m by kBlock
  Cost cost_;
};

}  // namespace gpuinv
