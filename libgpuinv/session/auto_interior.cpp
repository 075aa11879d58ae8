// auto_interior.cpp (interior points on a device, or where it takes least time)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/session/auto_interior.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/machine.hpp"
#include "libgpuinv/host/make_host_normal.hpp"
#include "libgpuinv/interior/choose_normal.hpp"
#include "libgpuinv/interior/interior_method.hpp"
#include "libgpuinv/session/ranks_here.hpp"

namespace gpuinv {
namespace {

NormalMachine machine_of(int multiprocessors, bool computing, double memory,
                         bool sparse) {
  NormalMachine m = {machine::kDevice, "device", memory, sparse, true};
  m.dense_rate = multiprocessors *
                 (computing ? machine::kComputingRate : machine::kOtherRate);
  m.sparse_rate = machine::kSparseShare * m.dense_rate;
  return m;
}

// The figures of a device.
NormalMachine cuda_machine(Gpu& gpu, int device) {
  const DeviceInfo info = gpu.info(device, true);
  const bool computing = info.minor == 0 && info.major >= 8 && info.major <= 10;
  return machine_of(info.multiprocessors, computing,
                    static_cast<double>(info.free_bytes),
                    gpu.devices().offers_sparse());
}

// Those of a usual one, which is assumed before any was asked and may not
// exist.
NormalMachine usual_cuda_machine() {
  return machine_of(machine::kUsualMultiprocessors, true, machine::kUsualMemory,
                    false);
}

NormalMachine bounded_machine(Gpu& gpu, const CudaInteriorOptions& options) {
  NormalMachine machine = cuda_machine(gpu, options.device());
  const std::size_t most = options.given.most_bytes(false);
  if (most > 0)
    machine.memory = std::min(machine.memory, static_cast<double>(most));
  return machine;
}

// Chooses the normal equations.  The sparse form of a device cannot keep
// columns apart, so it is excluded if some should be.  cuDSS makes its own
// ordering; minimum degrees estimate quickly how good that is at least.
NormalChoice choose(Gpu& gpu, const CudaInteriorOptions& options,
                    NormalAnalysis& analysis) {
  const std::optional<NormalKind> wanted = options.given.normal;
  NormalMachine machine = bounded_machine(gpu, options);
  analysis.analyze(machine, wanted, Ordering::kMinimumDegree);
  if (!wanted && !analysis.apart.empty()) machine.sparse = false;
  return choose_normal(analysis.shape, machine, wanted);
}

// Who computes a factor together with the first device: other devices of this
// process, or other processes with one device each, never both.
struct Others {
  std::vector<int> devices;
  std::string reason;  // why these devices; "" if no others were allowed
  RanksChoice ranks{};
};

bool can_share(const Options& given, NormalKind kind) {
  if (kind == NormalKind::kSparse) return !given.repeat;
  return kind == NormalKind::kDense && given.precision != Precision::kMixed;
}

Others choose_others(Gpu& gpu, const CudaInteriorOptions& options,
                     NormalKind kind, double rows) {
  const Options& given = options.given;
  if (given.device_count() == 1) return {};
  if (!can_share(given, kind)) return {{}, "such a factor is not shared"};
  if (!given.spread.empty())
    return {{given.spread.begin() + 1, given.spread.end()}, "asked for"};
  std::vector<int> list = given.device_list(gpu.count());
  const CardChoice choice = cards_for_factor(
      kind, rows, cuda_machine(gpu, options.device()).dense_rate,
      static_cast<int>(list.size()));
  return {{list.begin() + 1, list.begin() + choice.cards}, choice.reason};
}

std::unique_ptr<InteriorMethod> create_on(Gpu& gpu,
                                          const CudaInteriorOptions& options,
                                          const Side& side, NormalKind kind,
                                          const Others& others) {
  return gpu.devices().create_interior(
      options.device(), *side.form, side.norms,
      {kind, options.given.precision, options.given.repeat, others.devices,
       others.ranks.root},
      options.times);
}

// Several devices, or, if these cannot work together, the first one alone.
std::unique_ptr<InteriorMethod> create_on_all(
    Gpu& gpu, const CudaInteriorOptions& options, const Side& side,
    NormalKind kind, Others* others) {
  try {
    return create_on(gpu, options, side, kind, *others);
  } catch (const Error& e) {
    if (others->devices.empty()) throw;
    others->devices.clear();
    others->reason = e.what();
  }
  return create_on(gpu, options, side, kind, *others);
}

std::string text_of(const Others& others) {
  const std::string& ranks = others.ranks.reason;
  const std::string text = ranks.empty() ? "" : "; " + ranks;
  if (others.reason.empty()) return text;
  const std::size_t count = others.devices.size() + 1;
  return text + "; " +
         (count == 1 ? "one device" : std::to_string(count) + " devices") +
         ": " + others.reason;
}

// Creates the iterations on the device for the form and side that were chosen.
std::unique_ptr<InteriorMethod> create_cuda_method(
    Gpu& gpu, const CudaInteriorOptions& options, Side side) {
  gpu.devices_with(options.device());
  const NormalChoice choice = choose(gpu, options, side.analysis);
  Others others =
      choose_others(gpu, options, choice.kind, side.analysis.shape.rows);
  others.ranks =
      choose_ranks(options.given, choice.kind, side.analysis.shape.flops);
  if (others.ranks.root != nullptr && !others.devices.empty()) {
    others.devices.clear();
    others.reason = "the processes have one each";
  }
  auto method = create_on_all(gpu, options, side, choice.kind, &others);
  if (options.line) *options.line = choice.line + text_of(others);
  if (options.times) options.times->end_setup();
  return side.for_given(std::move(method));
}

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
          if (stays()) return options_.other_seconds;
          return std::min(options_.other_seconds,
                          on_device(s, s.analyzed ? on_host(s) : 0.0));
        });
    const NormalShape& shape = side.analysis.shape;
    const double host = on_host(shape);
    double device = stays() ? HUGE_VAL : on_device(shape, host);
    if (!place_->decided) say(host, device);
    const bool on_it = device < host;
    if (veto_) {
      if (on_it && started_) device = with_order(&side, device);
      veto_(least_nnz(shape), std::min(host, device));
    }
    place_->device = on_it;
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
  // The choice of a place leaves out the order of a sparse factor where the
  // device seems fast without one.  The device will look for it in any case, so
  // this does, before the veto asks.  Returns the seconds there.  What fails
  // here fails again there, where the host takes over.
  double with_order(Side* side, double before) const try {
    side->analysis.analyze(bounded_machine(gpu_, options_),
                           options_.given.normal, Ordering::kMinimumDegree);
    return on_device(side->analysis.shape);
  } catch (const std::exception&) {
    return before;
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

CudaInteriorOptions::CudaInteriorOptions(const Options& options,
                                         std::shared_ptr<PhaseTimes> clock)
    : given(options),
      line(std::make_shared<std::string>()),
      times(std::move(clock)) {}

std::unique_ptr<InteriorSolver> create_cuda_interior(
    Gpu& gpu, const CudaInteriorOptions& options, InteriorLp lp,
    const InteriorControl& control) {
  gpu.devices_with(options.device());
  const MethodFactory factory = [options, &gpu](const BoundedForm& form,
                                                const Norms& norms) {
    return create_cuda_method(
        gpu, options,
        choose_side(form, norms, bounded_machine(gpu, options),
                    options.given.normal, Ordering::kMinimumDegree));
  };
  return create_interior(std::move(lp), control, factory);
}

std::unique_ptr<InteriorSolver> create_auto_interior(
    Gpu& gpu, const CudaInteriorOptions& options, bool started,
    Ordering ordering, InteriorLp lp, const InteriorControl& control,
    std::shared_ptr<InteriorPlace> place, const InteriorVeto& veto) {
  return create_interior(
      std::move(lp), control,
      Chooser(gpu, options, started, ordering, std::move(place), veto));
}

}  // namespace gpuinv
