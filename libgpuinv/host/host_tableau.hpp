// host_tableau.hpp (dense simplex tableau by plain loops and BLAS)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "libgpuinv/host/host_simplex.hpp"
#include "libgpuinv/host/pending_changes.hpp"
#include "libgpuinv/sparse/singletons.hpp"

namespace gpuinv {

// T is kept dense as T0 + U*V; dgemm folds.  With parts > 0 its rows are
// divided into so many parts, and all work on rows is done part by part, as
// several cards do it.  The results are bit for bit the same for every number
// of parts, because BLAS never sees more than a few rows at a time.
class HostTableau final : public HostSimplex {
 public:
  explicit HostTableau(const Interrupt& interrupt = {}, int parts = 0)
      : HostSimplex(interrupt, std::max(parts, 1)), in_parts_(parts > 0) {}

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
  bool build_triangular(const WorkingLp& lp, const SimplexBasis& basis);
  void place_rows(const WorkingLp& lp, const SimplexBasis& basis);
  void copy_dense(const WorkingLp& lp, const std::vector<int>& which,
                  bool with_b, std::unique_ptr<double[]>* dense) const;
  bool build_by_lu(const WorkingLp& lp, const SimplexBasis& basis);
  // Consecutive rows of T0.
  struct Part {
    int first, count;
    // count * ld, row-major; left uninitialized, because filling it would block
    // for long
    std::unique_ptr<double[]> t0;
  };
  // Rows of a part that BLAS sees at once.
  struct Tile {
    int first, count;  // rows of T
    double* t0;
  };
  Part& part_of(int i) { return cards_[rows_.owner(i)]; }
  double* row(int i) {
    Part& part = part_of(i);
    return part.t0.get() + (i - part.first) * static_cast<std::size_t>(ld_);
  }
  void divide();
  bool all_finite() const;
  std::vector<Tile> tiles();

  const bool in_parts_;
  int ld_ = 0;        // nn_ + 1
  Singletons order_;  // order of the latest basis
  std::vector<Part> cards_;
  // B and [N b] while T0 is built; they are members, so that an interrupt need
  // not wait until their memory is freed
  std::unique_ptr<double[]> factors_, sides_;
  host::PendingChanges pending_;
};

}  // namespace gpuinv
