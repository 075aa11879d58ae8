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
  NormalMachine machine = cuda_machine(gpu, options.device);
  if (options.memory > 0)
    machine.memory =
        std::min(machine.memory, static_cast<double>(options.memory));
  return machine;
}

// Chooses the normal equations.  The sparse form of a device cannot keep
// columns apart, so it is excluded if some should be.  cuDSS makes its own
// ordering; minimum degrees estimate quickly how good that is at least.
NormalChoice choose(Gpu& gpu, const CudaInteriorOptions& options,
                    NormalAnalysis& analysis) {
  const std::optional<NormalKind> wanted = options.normal;
  NormalMachine machine = bounded_machine(gpu, options);
  analysis.analyze(machine, wanted, Ordering::kMinimumDegree);
  if (!wanted && !analysis.apart.empty()) machine.sparse = false;
  return choose_normal(analysis.shape, machine, wanted);
}

// Returns the devices that shall compute the factor with the first one.
// *reason says why, unless no others were allowed.
std::vector<int> further_devices(Gpu& gpu, const CudaInteriorOptions& options,
                                 NormalKind kind, double rows,
                                 std::string* reason) {
  const Options& given = options.given;
  if (given.device_count() == 1) return {};
  std::vector<int> list = given.spread;
  if (!list.empty()) {
    *reason = "asked for";
  } else {
    list = given.device_list(gpu.count());
    const CardChoice choice = cards_for_factor(
        kind, rows, cuda_machine(gpu, options.device).dense_rate,
        static_cast<int>(list.size()));
    list.resize(choice.cards);
    *reason = choice.reason;
  }
  list.erase(list.begin());
  return list;
}

}  // namespace

CudaInteriorOptions::CudaInteriorOptions(const Options& options,
                                         std::shared_ptr<PhaseTimes> clock)
    : device(options.first_device()),
      given(options),
      normal(options.normal),
      precision(options.precision),
      repeat(options.repeat),
      memory(options.most_bytes(false)),
      host_memory(options.most_bytes(true)),
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
  gpu.devices_with(options.device);
  const NormalChoice choice = choose(gpu, options, side.analysis);
  std::string reason;
  DeviceNormal normal = {choice.kind, options.precision, options.repeat,
                         further_devices(gpu, options, choice.kind,
                                         side.analysis.shape.rows, &reason)};
  const auto create = [&] {
    return gpu.devices().create_interior(options.device, *side.form, side.norms,
                                         normal, options.times);
  };
  std::unique_ptr<InteriorMethod> method;
  if (!normal.others.empty()) try {
      method = create();
    } catch (const Error& e) {
      reason = e.what();
      normal.others.clear();
    }
  if (method == nullptr) method = create();
  if (options.line) {
    *options.line = choice.line;
    if (!reason.empty())
      *options.line += "; " + std::to_string(normal.others.size() + 1) +
                       " card(s): " + reason;
  }
  if (options.times) options.times->end_setup();
  return side.for_given(std::move(method));
}

std::unique_ptr<InteriorSolver> create_cuda_interior(
    Gpu& gpu, const CudaInteriorOptions& options, InteriorLp lp,
    const InteriorControl& control) {
  gpu.devices_with(options.device);
  const MethodFactory factory = [options, &gpu](const BoundedForm& form,
                                                const Norms& norms) {
    return create_cuda_method(
        gpu, options,
        choose_side(form, norms, bounded_machine(gpu, options), options.normal,
                    Ordering::kMinimumDegree));
  };
  return create_interior(std::move(lp), control, factory);
}

}  // namespace gpuinv
