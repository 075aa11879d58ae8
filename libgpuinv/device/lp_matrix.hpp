// lp_matrix.hpp (matrix of a linear program on the device, sparse)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

#include "libgpuinv/device/device_matrix.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv::device {

// [A b], where b is column n.  Waits.
DeviceMatrix send_lp(Context& context, const WorkingLp& lp);

// Device bytes that it takes for m rows, n columns and nnz elements of A.
std::size_t lp_bytes_needed(int m, int n, std::size_t nnz);

}  // namespace gpuinv::device
