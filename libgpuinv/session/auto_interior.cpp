// auto_interior.cpp (interior point method at the place of least time)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/session/auto_interior.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/machine.hpp"
#include "libgpuinv/host/make_host_normal.hpp"
#include "libgpuinv/interior/interior_method.hpp"

namespace gpuinv {
namespace {

class Chooser {
 public:
  Chooser(Gpu& gpu, const CudaInteriorOptions& options, bool started,
          Ordering ordering, std::shared_ptr<InteriorPlace> place,
          InteriorVeto veto)
      : gpu_(gpu),
        options_(options),
        started_(started),
        ordering_(ordering),
        place_(std::move(place)),
        veto_(std::move(veto)) {}

  std::unique_ptr<InteriorMethod> operator()(const BoundedForm& form,
                                             const Norms& norms) const {
    Side side = choose_side(
        form, norms, host_machine(options_.given.most_bytes(true)),
        options_.given.normal, ordering_, [this](const NormalShape& s) {
          return stays() ? HUGE_VAL
                         : on_device(s, s.analyzed ? on_host(s) : 0.0);
        });
    const NormalShape& shape = side.analysis.shape;
    const double host = on_host(shape);
    const double device = stays() ? HUGE_VAL : on_device(shape, host);
    if (!place_->decided) say(host, device);
    if (veto_) veto_(least_nnz(shape), std::min(host, device));
    place_->device = device < host;
    place_->decided = true;
    if (place_->device)
      return create_cuda_method(
          gpu_, options_,
          ordering_ == Ordering::kBest ? std::move(side) : side.unordered());
    return make_host_method(side, options_.given.normal, options_.line.get(),
                            options_.given.most_bytes(true), options_.times);
  }

 private:
  bool stays() const { return place_->decided && !place_->device; }
  double least_nnz(const NormalShape& shape) const {
    return normal_alternatives(shape,
                               host_machine(options_.given.most_bytes(true)))
        .front()
        .nnz_l;
  }
  double seconds(const NormalShape& shape, const NormalMachine& machine) const {
    for (const NormalAlternative& each : normal_alternatives(shape, machine))
      if (each.bytes <= machine.memory &&
          (!options_.given.normal || each.kind == *options_.given.normal))
        return run_seconds(each, shape, machine);
    return HUGE_VAL;
  }
  double on_host(const NormalShape& shape) const {
    if (options_.only) return HUGE_VAL;
    return seconds(shape, host_machine(options_.given.most_bytes(true)));
  }
  // Returns the seconds on the device, infinity if CUDA has started, perhaps on
  // another thread, but does not answer here.  If CUDA has not started, and the
  // host takes long enough that a start might pay, this looks for the library
  // of sparse factors.
  double on_device(const NormalShape& shape, double host = 0.0) const {
    NormalMachine machine = usual_cuda_machine();
    try {
      if (started_) machine = cuda_machine(gpu_, options_.device());
    } catch (const Error&) {
      return HUGE_VAL;
    }
    if (!started_ && host > machine::kDeviceStart)
      machine.sparse = offers_sparse();
    if (shape.apart > 0) machine.sparse = false;  // see create_cuda_method
    return seconds(shape, machine) + machine::kDeviceUpload +
           (started_ ? 0.0 : machine::kDeviceStart);
  }
  bool offers_sparse() const {
    try {
      return gpu_.devices().offers_sparse();
    } catch (const Error&) {
      return false;  // create_cuda_method tells the reason
    }
  }
  void say(double host, double device) const {
    char text[120];
    std::snprintf(text, sizeof text,
                  "by estimate %.3g s on the host, %.3g s on a device", host,
                  device);
    place_->estimate = text;
  }

  Gpu& gpu_;
  const CudaInteriorOptions options_;
  const bool started_;
  const Ordering ordering_;
  const std::shared_ptr<InteriorPlace> place_;
  const InteriorVeto veto_;
};

}  // namespace

std::unique_ptr<InteriorSolver> create_auto_interior(
    Gpu& gpu, const CudaInteriorOptions& options, bool started,
    Ordering ordering, InteriorLp lp, const InteriorControl& control,
    std::shared_ptr<InteriorPlace> place, const InteriorVeto& veto) {
  return create_interior(
      std::move(lp), control,
      Chooser(gpu, options, started, ordering, std::move(place), veto));
}

}  // namespace gpuinv
