// auto_interior.hpp (interior point method where it takes least time)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_SESSION_AUTO_INTERIOR_HPP
#define GPUINV_SESSION_AUTO_INTERIOR_HPP

#include <memory>
#include <string>

#include "libgpuinv/session/device_interior_choice.hpp"
#include "libgpuinv/vendors/sparse_cholesky.hpp"

namespace gpuinv {

// What is to be known afterwards, even of a failure.
struct InteriorPlace {
  bool device = false;
  std::string estimate;  // why
};

// The presolved problem goes to the device, or stays in host memory with the
// factorization of the host that costs least, by the exact symbolic cost of
// the sparse one where that is worth finding out.  CUDA is not started for
// what the host ends before it has started; started: by whomever.  The solver
// uses gpu, which outlives it, and the line and times of options, which
// must be there.  Error of both places: copy_lp.hpp, cuda_interior.hpp.
std::unique_ptr<InteriorSolver> create_auto_interior(
    Gpu& gpu, const CudaInteriorOptions& options, bool started,
    Ordering ordering, InteriorLp lp, const InteriorControl& control,
    std::shared_ptr<InteriorPlace> place);

}  // namespace gpuinv

#endif
