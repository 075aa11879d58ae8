// peer_memory.hpp (devices that read each other's memory)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace gpuinv::device {

// Lets kernels on `device` reach all memory of device `of` from now on.
// DeviceError(CANNOT): that is not possible.
void open_memory(int device, int of);

// DeviceError(CANNOT) unless both devices run the same machine code on as many
// multiprocessors.  Then what each computes for itself is equal, bit for bit.
void require_same_kind(int device, int other);

}  // namespace gpuinv::device
