// cuda_interior.hpp (interior point method on a device, by the plugin)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_CUDA_INTERIOR_HPP
#define GPUINV_CUDA_INTERIOR_HPP

#include <memory>
#include <optional>
#include <string>

#include "cuda_backend.hpp"
#include "interior/choose_normal.hpp"
#include "interior/interior_point.hpp"

namespace gpuinv {

// Presolve and certificates work in host memory, the iterations on the
// device.  wanted: form of the normal equations, else whichever costs
// least; *line says which, and what that costs.  precision of factors: 0 by
// the device, 1 double, 2 mixed.  The result must not outlive the back end.
// Errors as those of create_host_interior, and Error(CANNOT) if device,
// memory or normal equations are not to be had.
std::unique_ptr<InteriorSolver> create_cuda_interior(
    CudaBackend& backend, int device, InteriorLp lp,
    const InteriorControl& control, std::optional<NormalKind> wanted,
    int precision, std::shared_ptr<std::string> line);

}  // namespace gpuinv

#endif
