// host_sparse_tableau.hpp (simplex tableau from sparse LU factors of B and A)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <optional>
#include <vector>

#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/crossover/owned_lp.hpp"
#include "libgpuinv/host/host_revised_simplex.hpp"

namespace gpuinv {

// A column of T is a solve with sparse factors of B, and a row is a solve with
// B' and a product with N.  The time of a pivot depends on the non-zeros it
// meets (hypersparsity; Hall and McKinnon), so this form suits large LPs whose
// bases are nearly triangular.  The first build() copies the LP.
class HostSparseTableau final : public HostRevisedSimplex {
 public:
  // memory: bytes that the factors may take, 0 without a limit.
  explicit HostSparseTableau(const Interrupt& interrupt = {},
                             std::size_t memory = 0)
      : HostRevisedSimplex(interrupt), factor_(memory) {}

  // What only a factorization tells is left out.
  static std::size_t bytes_without_factors(int m, int nn, std::size_t nnz);
  std::size_t bytes_needed(int m, int nn, std::size_t nnz) override {
    return bytes_without_factors(m, nn, nnz);
  }
  int most_pending(int, int) override { return 0; }
  bool build(const WorkingLp& lp, const SimplexBasis& basis) override;
  bool reads_matrix() const override { return false; }
  bool long_steps_are_cheap() const override { return true; }

 private:
  void load_column(int q) override;
  void load_row(int p) override;
  void load_columns(const std::vector<Change>& changes) override;
  void append(int p, int q) override;
  void fold() override {}
  bool keeps_weights() const override { return true; }
  void product(const double* z, double* y) override;
  void product_transposed(const double* w, double* v) override;
  void add_product(const double* g, double* y) override;
  void subtract_transposed(const double* g, double* z) override;
  void add_entries(const Change& change);
  void load_panel(const double* x, int s);
  void load_row_by_rows();
  void load_row_by_columns();

  std::optional<OwnedLp> owned_;
  BasisFactor factor_;
  Scattered line_;  // m: row of inv(B) for the pivot
  Panel panel_;     // m
};

}  // namespace gpuinv
