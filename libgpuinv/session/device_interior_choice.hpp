// device_interior_choice.hpp (interior point method on a device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "libgpuinv/interior/choose_side.hpp"
#include "libgpuinv/interior/interior_method.hpp"
#include "libgpuinv/interior/interior_solver.hpp"
#include "libgpuinv/interior/phase_times.hpp"
#include "libgpuinv/session/gpu.hpp"

namespace gpuinv {

// How the method works on a device.
struct CudaInteriorOptions {
  int device = 0;
  std::optional<NormalKind> normal;  // equations: if none, what costs least
  Precision precision = Precision::kAuto;
  bool only = false;  // never on the host, where there is a choice
  // Bytes that may be used there and, if it comes to that, on the host; 0:
  // as many as there are.
  std::size_t memory = 0, host_memory = 0;
  // If any: says which normal equations and at what cost; is kept up to date.
  std::shared_ptr<std::string> line;
  std::shared_ptr<PhaseTimes> times;
};

// What a device can do, and one that nobody has asked yet, which may be none.
NormalMachine cuda_machine(Gpu& gpu, int device);
NormalMachine usual_cuda_machine();

// Iterations on a device on that side, for the given form.
std::unique_ptr<InteriorMethod> create_cuda_method(
    Gpu& gpu, const CudaInteriorOptions& options, Side side);

// Presolve and certificates work in host memory, the iterations on the
// device.  The result must not outlive gpu.  Errors as those of
// create_host_interior, and Error(CANNOT) if device, memory or normal
// equations are not to be had.
std::unique_ptr<InteriorSolver> create_cuda_interior(
    Gpu& gpu, const CudaInteriorOptions& options, InteriorLp lp,
    const InteriorControl& control);

}  // namespace gpuinv
