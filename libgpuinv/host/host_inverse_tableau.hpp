// host_inverse_tableau.hpp (simplex tableau from the inverse of B and A)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <vector>

#include "libgpuinv/host/host_revised_simplex.hpp"
#include "libgpuinv/host/pending_changes.hpp"
#include "libgpuinv/sparse/singletons.hpp"

namespace gpuinv {

// W = inv(B) is kept dense as W0 + U*V; a column of T is
// W*a_q, and a row is (row p of W)*N.  The problem given to build() stays in
// use until the next build().
class HostInverseTableau final : public HostRevisedSimplex {
 public:
  explicit HostInverseTableau(const Interrupt& interrupt = {})
      : HostRevisedSimplex(interrupt) {}

  std::size_t bytes_needed(int m, int nn, std::size_t nnz) override;
  bool build(const WorkingLp& lp, const SimplexBasis& basis) override;

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
  void add_entries(const Change& change);
  void load_entering();
  bool invert(const SimplexBasis& basis);
  void load_row_by_rows();
  double* row(int i) { return w0_.get() + i * static_cast<std::size_t>(m_); }

  Singletons order_;  // order of the latest inverted basis
  // m * m, row-major; left uninitialized, because filling it would block for
  // long
  std::unique_ptr<double[]> w0_;
  host::PendingChanges pending_;
  SparseVector entering_, unit_;  // of the pivot: columns of N, and e_p
  std::vector<double> line_;      // m: row of W for the pivot
};

}  // namespace gpuinv
