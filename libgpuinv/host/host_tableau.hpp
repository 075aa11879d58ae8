// host_tableau.hpp (dense simplex tableau by plain loops and BLAS)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <vector>

#include "libgpuinv/host/host_simplex.hpp"
#include "libgpuinv/host/pending_changes.hpp"
#include "libgpuinv/sparse/singletons.hpp"

namespace gpuinv {

// T is kept dense as T0 + U*V; dgemm folds.
class HostTableau final : public HostSimplex {
 public:
  explicit HostTableau(const Interrupt& interrupt = {})
      : HostSimplex(interrupt) {}

  std::size_t bytes_needed(int m, int nn, std::size_t nnz) override;
  bool build(const WorkingLp& lp, const SimplexBasis& basis) override;
  std::vector<int> independent_columns(const ColumnMatrix& a) override;

 private:
  void load_column(int q) override;
  void load_row(int p) override;
  void load_columns(const std::vector<Change>& changes) override;
  void append(int p, int q) override;
  void fold() override;
  void product(const double* z, double* y) override;
  void product_transposed(const double* w, double* v) override;
  void add_product(const double* g, double* y) override;
  void subtract_transposed(const double* g, double* z) override;
  bool build_triangular(const WorkingLp& lp, const SimplexBasis& basis);
  void place_rows(const WorkingLp& lp, const SimplexBasis& basis);
  void copy_dense(const WorkingLp& lp, const std::vector<int>& which,
                  bool with_b, std::unique_ptr<double[]>* dense) const;
  bool build_by_lu(const WorkingLp& lp, const SimplexBasis& basis);
  std::size_t elements() const { return m_ * static_cast<std::size_t>(ld_); }
  double* row(int i) { return t0_.get() + i * static_cast<std::size_t>(ld_); }

  int ld_ = 0;        // nn_ + 1
  Singletons order_;  // order of the latest basis
  // m * ld, row-major; left uninitialized, because filling it would block for
  // long
  std::unique_ptr<double[]> t0_;
  // B and [N b] while T0 is built; they are members, so that an interrupt need
  // not wait until their memory is freed
  std::unique_ptr<double[]> factors_, sides_;
  host::PendingChanges pending_;
};

}  // namespace gpuinv
