// lp_matrix.hpp (sparse matrix of a linear program on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

#include "libgpuinv/device/device_matrix.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv::device {

// Sends [A b], where b is column n, and waits.
DeviceMatrix send_lp(Context& context, const WorkingLp& lp);

// Returns its device bytes for m rows, n columns and nnz elements of A.
std::size_t lp_bytes_needed(int m, int n, std::size_t nnz);

}  // namespace gpuinv::device
