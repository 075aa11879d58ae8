// one_norm.hpp (1-norm of a matrix on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/device/context.hpp"

namespace gpuinv::device {

// max over j of sum over i of |b_ij|; NaN if any element is NaN.
// b[matrix_elements(m)] and part[kColumnSumParts * leading_dimension(m)]
// (overwritten) on the device of the context, which is current.
// Waits for the result.
double one_norm(Context& context, int m, const double* b, double* part);

}  // namespace gpuinv::device
