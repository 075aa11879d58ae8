// set_identity.hpp (unit matrix in the padded layout)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

//   b := I, padding := 0.

#ifndef GPUINV_KERNELS_SET_IDENTITY_HPP
#define GPUINV_KERNELS_SET_IDENTITY_HPP

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// b[matrix_elements(m)], every element is written.
cudaError_t launch_set_identity(const Launch& launch, int m, double* b);

}  // namespace gpuinv::kernels

#endif
