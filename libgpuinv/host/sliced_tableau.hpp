// host/sliced_tableau.hpp (a tableau whose batches can be cut short)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_HOST_SLICED_TABLEAU_HPP
#define GPUINV_HOST_SLICED_TABLEAU_HPP

#include <atomic>
#include <chrono>

#include "host_tableau.hpp"

namespace gpuinv {

// The host's tableau, which takes a thousand times as long for a pivot as
// a device: batches are done in slices, the same pivots as at once, until
// the flag is set or the time has come; then they end early as if their
// budget was spent.
class SlicedTableau final : public Tableau {
 public:
  using Clock = std::chrono::steady_clock;

  // cancel must outlive this object.
  SlicedTableau(const std::atomic<bool>& cancel, Clock::time_point end)
      : cancel_(cancel), end_(end) {}

  std::size_t bytes_needed(int m, int nn) override {
    return tableau_.bytes_needed(m, nn);
  }
  std::size_t bytes_available() override { return tableau_.bytes_available(); }
  bool build(const WorkingLp& lp, const SimplexBasis& basis) override {
    return tableau_.build(lp, basis);
  }
  void push(const TableauState& state) override { tableau_.push(state); }
  void pull(TableauState& state) override { tableau_.pull(state); }
  Batch primal(int budget, const Tolerances& tol) override;
  Batch dual(int budget, const Tolerances& tol) override;
  void multiply(const double* z, double* y) override {
    tableau_.multiply(z, y);
  }
  void multiply_transposed(const double* w, double* v) override {
    tableau_.multiply_transposed(w, v);
  }

 private:
  // A multiple of the host's changes between folds: no more of them than
  // without slices.
  static constexpr int kSlice = 32;

  template <class Step>
  Batch slices(int budget, Step step);

  HostTableau tableau_;
  const std::atomic<bool>& cancel_;
  const Clock::time_point end_;
};

}  // namespace gpuinv

#endif
