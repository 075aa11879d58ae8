// crossover_interior.hpp (the interior point method that is crossed over from)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "libgpuinv/lp/options.hpp"
#include "libgpuinv/session/auto_interior.hpp"

namespace gpuinv {

// Where such a method may work, and whom it tells.
struct InteriorSite {
  Gpu* gpu;  // null: on the host alone
  Options options;
  InteriorVeto veto;  // asked once, whatever the place
  std::function<void(int level, const std::string& text)> say;
  std::shared_ptr<PhaseTimes> times;
  bool* lost;  // set where the device has failed
};

// Where it takes least time by estimate: on the device or on the host.  A
// device that was asked for works whatever the estimate, and is Error(CANNOT)
// if there is none.  Failures of a device, and a method that gets stuck there,
// cost time only: the host begins anew.  What a single row lacks beside its
// own terms does not matter: crossover sees to that.
std::unique_ptr<InteriorSolver> create_crossover_interior(
    const InteriorSite& site, InteriorLp lp, const InteriorControl& control);

}  // namespace gpuinv
