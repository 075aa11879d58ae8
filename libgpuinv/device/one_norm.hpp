// one_norm.hpp (1-norm of a matrix on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "kernels/layout.hpp"
#include "kernels/pending.hpp"
#include "libgpuinv/device/context.hpp"

namespace gpuinv::device {

// Returns the maximum over j of the sum over i of |b_ij|; NaN if any element is
// NaN.  b[matrix_elements(m)] and the workspace part[one_norm_parts(m)] are on
// the device of the context, which must be current.  Waits for the result.
double one_norm(Context& context, int m, const double* b, double* part);

constexpr std::size_t one_norm_parts(int m) {
  return kernels::kColumnSumParts * kernels::leading_dimension(m);
}

}  // namespace gpuinv::device
