// peers.hpp (several cards of one host that work together)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <vector>

#include "libgpuinv/device/context.hpp"

namespace gpuinv::device {

// The first card owns what is not shared.  A device may be named twice, as in
// tests.
using Cards = std::vector<std::shared_ptr<Context>>;

// Lets kernels on every card reach the memory of all others from now on.
// DeviceError(CANNOT): that is not possible.
void open_memory(const Cards& cards);

// DeviceError(CANNOT) unless all cards run the same machine code on as many
// multiprocessors.  Then what each computes for itself is equal, bit for bit.
void require_same_kind(const Cards& cards);

}  // namespace gpuinv::device
