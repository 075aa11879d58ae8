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

// Options of the method on a device.
struct CudaInteriorOptions {
  // Takes over what the options say, with an empty line.
  CudaInteriorOptions(const Options& options,
                      std::shared_ptr<PhaseTimes> times);

  int device() const { return given.first_device(); }

  Options given;
  bool only = false;  // the host must not be chosen
  // If not null, it receives a line on the chosen normal equations and their
  // cost.
  std::shared_ptr<std::string> line;
  std::shared_ptr<PhaseTimes> times;
};

// Return the figures of a device, and of a usual device, which is assumed
// before any device was asked and may not exist.
NormalMachine cuda_machine(Gpu& gpu, int device);
NormalMachine usual_cuda_machine();

// Creates the iterations on the device for the form and side that were chosen.
std::unique_ptr<InteriorMethod> create_cuda_method(
    Gpu& gpu, const CudaInteriorOptions& options, Side side);

// Creates a solver whose presolve and certificates work in host memory and
// whose iterations work on the device.  The result must not outlive gpu.
// Errors are those of create_interior, and Error(CANNOT) if the device,
// its memory or the normal equations are not available.
std::unique_ptr<InteriorSolver> create_cuda_interior(
    Gpu& gpu, const CudaInteriorOptions& options, InteriorLp lp,
    const InteriorControl& control);

}  // namespace gpuinv
