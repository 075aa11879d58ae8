// one_norm.hpp (1-norm of a matrix on the device)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

#ifndef GPUINV_DEVICE_ONE_NORM_HPP
#define GPUINV_DEVICE_ONE_NORM_HPP

#include "libgpuinv/device/context.hpp"

namespace gpuinv::device {

// max over j of sum over i of |b_ij|; NaN if any element is NaN.
// b[matrix_elements(m)] and part[kColumnSumParts * leading_dimension(m)]
// (overwritten) on the device of the context, which is current.
// Waits for the result.
double one_norm(Context& context, int m, const double* b, double* part);

}  // namespace gpuinv::device

#endif
