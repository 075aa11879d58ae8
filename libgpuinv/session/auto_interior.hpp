// auto_interior.hpp (interior points on a device, or where it takes least time)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <string>

#include "libgpuinv/interior/choose_side.hpp"
#include "libgpuinv/interior/interior_method.hpp"
#include "libgpuinv/interior/interior_solver.hpp"
#include "libgpuinv/interior/phase_times.hpp"
#include "libgpuinv/lp/options.hpp"
#include "libgpuinv/session/gpu.hpp"
#include "libgpuinv/vendors/sparse_cholesky.hpp"

namespace gpuinv {

// Options of the method on a device.
struct CudaInteriorOptions {
  // Takes over what the options say, with an empty line.
  CudaInteriorOptions(const Options& options,
                      std::shared_ptr<PhaseTimes> times);

  int device() const { return given.first_device(); }

  Options given;
  bool only = false;  // the host must not be chosen
  // If not null, it receives a line on the chosen normal equations and their
  // cost.
  std::shared_ptr<std::string> line;
  std::shared_ptr<PhaseTimes> times;
  // Estimated seconds of another method that works meanwhile.  The analysis
  // takes only a small share of them.
  double other_seconds = HUGE_VAL;
};

// Creates a solver whose presolve and certificates work in host memory and
// whose iterations work on the device.  The result must not outlive gpu.
// Errors are those of create_interior, and Error(CANNOT) if the device,
// its memory or the normal equations are not available.
std::unique_ptr<InteriorSolver> create_cuda_interior(
    Gpu& gpu, const CudaInteriorOptions& options, InteriorLp lp,
    const InteriorControl& control);

// The place that was chosen, and why.  It is known even if the creation of the
// method fails.
struct InteriorPlace {
  // If the host was chosen, auxiliary problems stay there, too: no successor
  // would take over from a device that fails with one of them.
  bool decided = false;
  bool device = false;
  std::string estimate;  // the estimate in words
};

// Called before anything is factorized, with the least number of elements of a
// factor and the estimated seconds of a run.  If it throws, the solver is not
// created, and its exception reaches the caller.
using InteriorVeto = std::function<void(double nnz_l, double seconds)>;

// Makes a solver that picks its place after presolve: the device, or the host
// with the factorization that costs least there.  It compares estimated
// seconds; the symbolic cost of a sparse factor is computed exactly if knowing
// it may save more time than it takes.
//
// started says whether this process has already started CUDA, for whatever
// purpose.  If it has not, the time of starting counts against the device, so
// that a problem which the host solves sooner never starts CUDA.
//
// The solver uses gpu, and the members line and times of options, which must
// not be null; all three must outlive it.  It throws the errors of both
// places: see interior_solver.hpp and create_cuda_interior.
std::unique_ptr<InteriorSolver> create_auto_interior(
    Gpu& gpu, const CudaInteriorOptions& options, bool started,
    Ordering ordering, InteriorLp lp, const InteriorControl& control,
    std::shared_ptr<InteriorPlace> place, const InteriorVeto& veto = {});

}  // namespace gpuinv
