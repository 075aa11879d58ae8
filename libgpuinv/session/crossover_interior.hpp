// crossover_interior.hpp (interior point method before a crossover)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>
#include <cmath>
#include <functional>
#include <memory>
#include <string>

#include "libgpuinv/interior/interior_solver.hpp"
#include "libgpuinv/interior/phase_times.hpp"
#include "libgpuinv/lp/options.hpp"
#include "libgpuinv/session/auto_interior.hpp"
#include "libgpuinv/session/gpu.hpp"

namespace gpuinv {

// Where the method may work, and whom it tells.
struct InteriorSite {
  Gpu* gpu;  // null: the host only
  Options options;
  InteriorVeto veto;  // asked once, whatever the place
  std::function<void(int level, const std::string& text)> say;
  std::shared_ptr<PhaseTimes> times;
  std::atomic<bool>* lost;          // set if the device has failed
  double other_seconds = HUGE_VAL;  // as in CudaInteriorOptions
  // Whether the host takes over if a device cannot begin or seems slower; else
  // that is an Error.
  bool falls_back = true;
};

// Creates the method where the estimated time is least: on the device or on the
// host.  If the user asked for a device, it is used whatever the estimate, with
// Error(CANNOT) if there is none.  If a device fails or its method gets stuck,
// the host starts again, at the cost of that time only.  The residual of a
// single row relative to its own terms is not checked, because crossover
// repairs it.
std::unique_ptr<InteriorSolver> create_crossover_interior(
    const InteriorSite& site, InteriorLp lp, const InteriorControl& control);

}  // namespace gpuinv
