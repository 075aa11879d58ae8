// host_normal_split.hpp (sparse normal equations with dense columns)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/host/host_normal_sparse.hpp"
#include "libgpuinv/interior/dense_columns.hpp"
#include "libgpuinv/interior/normal_equations.hpp"
#include "libgpuinv/interior/product_form.hpp"

namespace gpuinv {

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
  ColumnSubset rest_;
  HostNormalSparse sparse_;
  ProductForm updates_;
  std::vector<double> work_;
  Cost cost_;
};

}  // namespace gpuinv
