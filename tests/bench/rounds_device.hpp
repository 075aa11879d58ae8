// rounds_device.hpp (the simplex method with a round trip per pivot)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/device/context.hpp"
#include "tests/bench/rounds.hpp"

namespace gpuinv::bench {

// t is sent to the device before the clock starts.
RoundsResult rounds_on_device(device::Context& context, int m, int n,
                              const std::vector<double>& t, int limit);

}  // namespace gpuinv::bench
