// device_interior_choice.cpp (interior point method on a device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/session/device_interior_choice.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/interior/choose_normal.hpp"
#include "libgpuinv/interior/interior_method.hpp"

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

// The devices that shall compute a factor with the first one, and why these;
// an empty reason: no others were allowed.
struct Others {
  std::vector<int> devices;
  std::string reason;
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
                                          const std::vector<int>& others) {
  return gpu.devices().create_interior(
      options.device(), *side.form, side.norms,
      {kind, options.given.precision, options.given.repeat, others},
      options.times);
}

// Several devices, or, if these cannot work together, the first one alone.
std::unique_ptr<InteriorMethod> create_on_all(
    Gpu& gpu, const CudaInteriorOptions& options, const Side& side,
    NormalKind kind, Others* others) {
  try {
    return create_on(gpu, options, side, kind, others->devices);
  } catch (const Error& e) {
    if (others->devices.empty()) throw;
    *others = {{}, e.what()};
  }
  return create_on(gpu, options, side, kind, {});
}

std::string text_of(const Others& others) {
  if (others.reason.empty()) return "";
  const std::size_t count = others.devices.size() + 1;
  return "; " +
         (count == 1 ? "one device" : std::to_string(count) + " devices") +
         ": " + others.reason;
}

}  // namespace

CudaInteriorOptions::CudaInteriorOptions(const Options& options,
                                         std::shared_ptr<PhaseTimes> clock)
    : given(options),
      line(std::make_shared<std::string>()),
      times(std::move(clock)) {}

NormalMachine cuda_machine(Gpu& gpu, int device) {
  const DeviceInfo info = gpu.info(device, true);
  const bool computing = info.minor == 0 && info.major >= 8 && info.major <= 10;
  return machine_of(info.multiprocessors, computing,
                    static_cast<double>(info.free_bytes),
                    gpu.devices().offers_sparse());
}

NormalMachine usual_cuda_machine() {
  return machine_of(machine::kUsualMultiprocessors, true, machine::kUsualMemory,
                    false);
}

std::unique_ptr<InteriorMethod> create_cuda_method(
    Gpu& gpu, const CudaInteriorOptions& options, Side side) {
  gpu.devices_with(options.device());
  const NormalChoice choice = choose(gpu, options, side.analysis);
  Others others =
      choose_others(gpu, options, choice.kind, side.analysis.shape.rows);
  auto method = create_on_all(gpu, options, side, choice.kind, &others);
  if (options.line) *options.line = choice.line + text_of(others);
  if (options.times) options.times->end_setup();
  return side.for_given(std::move(method));
}

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

}  // namespace gpuinv
