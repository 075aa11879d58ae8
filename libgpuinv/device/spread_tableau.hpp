// spread_tableau.hpp (a tableau whose rows are on several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "libgpuinv/base/machine.hpp"
#include "libgpuinv/device/peers.hpp"
#include "libgpuinv/device/spread_builder.hpp"
#include "libgpuinv/simplex/tableau.hpp"

namespace gpuinv::device {

// T = T0 + U*V or, in inverse form, W = W0 + U*V, with rows on the cards of
// several contexts.  The cards must be of one kind and able to read each
// other's memory; the first one builds T0 or W0 for all.  Pivots are the same
// as on one card.  Several contexts of one device, as
// in tests, share it.  It is a DeviceError if a card does not answer in time,
// if the cards' answers differ, or if anything else fails on a card.
class SpreadTableau final : public Tableau {
 public:
  SpreadTableau(Cards cards, const kernels::SimplexWish& wish,
                Form form = Form::kTableau);
  ~SpreadTableau() override;
  SpreadTableau(const SpreadTableau&) = delete;
  SpreadTableau& operator=(const SpreadTableau&) = delete;

  // Returns the bytes on the card that needs most.
  std::size_t bytes_needed(int m, int nn, std::size_t nnz) override;
  int most_pending(int m, int nn) override;
  bool build(const WorkingLp& lp, const SimplexBasis& basis) override;
  bool reads_matrix() const override { return false; }
  double longest_batch() const override { return machine::kHungBatch; }
  void push(const SimplexState& state) override;
  void pull(SimplexState& state) override;
  Batch primal(int budget, const Tolerances& tol) override {
    return iterate(Method::kPrimal, budget, tol);
  }
  Batch dual(int budget, const Tolerances& tol, Steps steps) override {
    return iterate(dual_method(steps), budget, tol);
  }
  void multiply(const double* z, double* y, const double* w,
                double* v) override;

  // In place of build: the caller fills T0 or W0 of the parts.  The first one
  // is for the tableau form.
  void lay_out(int m, int nn);
  void lay_out(const WorkingLp& lp, const SimplexBasis& basis);
  const Partition& rows() const { return rows_; }
  SpreadPart& part(int c) { return *parts_[c]; }
  SpreadBuilder& builder() { return builder_; }
  // Repeats the fold at the end of a launch, for timings.
  void fold(int k);
  // Returns the cycles that the first card waited for the others since lay_out.
  long long waited() const { return waited_; }
  // Sets how long a card waits for the others.
  void set_patience(double seconds) { patience_ = seconds; }
  // For tests: the last card calls this before its next iterations.
  void delay_last_card_once(cudaHostFn_t call) { delay_ = call; }

 private:
  int used() const { return rows_.parts(); }
  void require_tableau() const;
  void divide(int m, int nn);
  void sketch(Method method);
  void add_up_products();
  kernels::SpreadView view_of_all();
  void launch_all(Method method, int limit,
                  const kernels::SimplexTolerances& tol);
  kernels::BatchResult finish_all();
  void check_results();
  std::string where_they_stand();
  Batch iterate(Method method, int budget, const Tolerances& tol);
  void synchronize();
  void stop_all() noexcept;

  SpreadBuilder::Parts parts_;
  Partition rows_;
  int m_ = 0, nn_ = 0;
  double patience_ = 10.0;
  long long waited_ = 0;
  cudaHostFn_t delay_ = nullptr;
  SpreadBuilder builder_;
  DeviceBuffer<double> shares_;  // of sketches, on the first card
  PinnedBuffer<kernels::Lost> lost_;
  std::vector<double> partial_;  // nn+1
};

}  // namespace gpuinv::device
