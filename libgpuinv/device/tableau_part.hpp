// tableau_part.hpp (rows of a tableau on one of several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>

#include "kernels/spread_view.hpp"
#include "libgpuinv/device/device_simplex.hpp"
#include "libgpuinv/device/event.hpp"
#include "libgpuinv/simplex/partition.hpp"

namespace gpuinv::device {

// The rows on one card, as a tableau that does not iterate by itself; see
// kernels/spread_view.hpp.  The caller fills T0.
class TableauPart final : public DeviceSimplex {
 public:
  // sharing: number of parts on the same card, this one included.
  TableauPart(std::shared_ptr<Context> context,
              const kernels::SimplexWish& wish, int sharing);

  // Sets which of all rows these are; call it first.
  void take(const Partition& rows, int part);
  int first() const { return rows_.first(part_); }
  int count() const { return rows_.count(part_); }
  Context& context() { return *context_; }

  // Enters this part's arrays into the view, which other parts read.
  void show(kernels::SpreadView* view);
  // Queues iterations; the rest of the view is that of all parts.
  void launch_part(Method method, kernels::SpreadView view, int limit,
                   const kernels::SimplexTolerances& tol);
  const kernels::BatchResult& result() { return *result_.data(); }
  using DeviceSimplex::fold, DeviceSimplex::fold_pending;
  Event done;  // recorded after the latest launch

  // Compute sketches: of the part's rows, or of all columns in two steps,
  // between which the shares of all parts are added up.
  void sketch_rows();
  void share_sketch();
  double* sketch_product() { return sketch_.product(); }
  std::size_t sketch_numbers() const;
  void finish_sketch();

 private:
  Shape shape_for(int m, int nn) const override;
  std::size_t own_bytes_needed(int, int, std::size_t) override;
  std::size_t own_bytes() const override {
    return bytes_of(words_, card_epoch_);
  }
  void grow_own(const WorkingLp&, const SimplexBasis&) override {}
  void release_own() noexcept override { release_all(words_, card_epoch_); }
  bool fill(const WorkingLp&, const SimplexBasis&) override { return true; }
  void sketch(Method) override {}
  cudaError_t launch(Method, int, const kernels::SimplexTolerances&) override {
    return cudaErrorNotSupported;
  }
  void products(const double* z, double* y, const double* w,
                double* v) override;
  SimplexSketch::Tableau tableau() const {
    return {matrix_.data(), ld_, m_, shape_.nn};
  }

  const int sharing_;
  Partition rows_;
  int part_ = 0;
  DeviceBuffer<kernels::ExchangeWord> words_;
  DeviceBuffer<unsigned> card_epoch_;
};

}  // namespace gpuinv::device
