// spread_part.hpp (rows of a simplex tableau on one of several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>

#include "kernels/iterate.hpp"
#include "libgpuinv/device/device_simplex.hpp"
#include "libgpuinv/device/event.hpp"
#include "libgpuinv/simplex/partition.hpp"

namespace gpuinv::device {

// The rows on one card, in either form, as a tableau that does not iterate by
// itself; see kernels/spread_view.hpp.  The caller fills T0 or W0.
class SpreadPart : public DeviceSimplex {
 public:
  // Sets which of all rows these are, and the number of columns with b; call it
  // first.
  void take(const Partition& rows, int part, int columns);
  int first() const { return rows_.first(part_); }
  int count() const { return rows_.count(part_); }
  // Returns the columns of T0, b included, or of W0.
  int inner() const { return shape_.inner; }
  Context& context() { return *context_; }
  // Takes what else the form needs of the problem, after lay_out.
  virtual void load(const WorkingLp& lp, const SimplexBasis& basis) = 0;

  // Enters this part's arrays into the view, which other parts read.
  void show(kernels::SpreadView* view);
  // Queues iterations; the rest of the view is that of all parts.
  void launch_part(Method method, const kernels::SpreadView& view, int limit,
                   const kernels::SimplexTolerances& tol);
  const kernels::BatchResult& result() { return *result_.data(); }
  using DeviceSimplex::deal, DeviceSimplex::fold, DeviceSimplex::fold_pending;
  Event done;  // recorded after the latest launch

  // Compute sketches: of the part's rows, or of all columns in two steps,
  // between which the shares of all parts are added up.
  virtual void sketch_rows() = 0;
  virtual void share_sketch() = 0;
  virtual void finish_sketch() = 0;
  double* sketch_product() { return sketch_.product(); }
  std::size_t sketch_numbers() const {
    return SimplexSketch::factor_elements(shape_.inner);
  }

 protected:
  // sharing: most parts on a card.  It is the same for all parts, so that all
  // have as many blocks and deal columns alike.
  SpreadPart(std::shared_ptr<Context> context, const kernels::SimplexWish& wish,
             int sharing);

  // The same as launch_part, for the view of this part.
  virtual cudaError_t launch_view(Method method,
                                  const kernels::SpreadView& view, int limit,
                                  const kernels::SimplexTolerances& tol) = 0;
  bool alone() const { return sharing_ == 1; }
  kernels::Spreading spreading() const {
    return {rows_.largest(), context_->launch().multiprocessors, sharing_};
  }
  int all_rows() const { return rows_.rows(); }
  SimplexSketch::Tableau tableau(int nn) const {
    return {matrix_.data(), ld_, m_, nn};
  }
  std::size_t own_bytes() const override {
    return bytes_of(words_, card_epoch_, line_);
  }
  void release_own() noexcept override {
    release_all(words_, card_epoch_, line_);
  }

 private:
  void grow_own(const WorkingLp&, const SimplexBasis&) override {}
  bool fill(const WorkingLp&, const SimplexBasis&) override { return true; }
  void sketch(Method) override {}
  cudaError_t launch(Method, int, const kernels::SimplexTolerances&) override {
    return cudaErrorNotSupported;
  }

  const int sharing_;
  Partition rows_;
  int part_ = 0;
  DeviceBuffer<kernels::ExchangeWord> words_, line_;
  DeviceBuffer<unsigned> card_epoch_;
};

}  // namespace gpuinv::device
