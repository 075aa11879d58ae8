// rank_worker.hpp (the work of all ranks but the first)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>

#include "libgpuinv/device/context.hpp"
#include "libgpuinv/ranks/ranks.hpp"

namespace gpuinv::device {

// Follows the orders of rank 0 on a device, which must be current, until rank 0
// ends.  An exception says why this process has given up; rank 0 knows.
void serve_ranks(const std::shared_ptr<Context>& card, Ranks& ranks);

}  // namespace gpuinv::device
