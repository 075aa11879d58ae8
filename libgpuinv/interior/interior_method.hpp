// interior_method.hpp (iterations of the interior point method)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "libgpuinv/interior/bounded_form.hpp"
#include "libgpuinv/interior/interior_solver.hpp"
#include "libgpuinv/interior/measures.hpp"
#include "libgpuinv/interior/normal_equations.hpp"

namespace gpuinv {

// The state of the iterations.  Residuals are relative, in units of the given
// problem; objectives do not include the form's shift.
struct Progress {
  double primal_objective, dual_objective;
  double primal_residual, dual_residual;
  double farkas;     // ||A'y + z - w||: 0 if y, z, w are a ray
  double recession;  // ||A*x||, ||x + s||: 0 if x is a ray
  double step_primal, step_dual;
  int solves;  // of the normal equations in the last iteration (0: start)
  bool near;   // the start left something out
};

// Accuracies beyond which an iteration need not go.
struct Aim {
  double gap;      // difference of the objectives
  double rows;     // norm of what a direction leaves of A*dx = p, relative like
                   // the primal residual
  double columns;  // dual residual, relative
  bool start;      // the point only starts a crossover, so that a direction
                   // need not be as accurate as possible
};

// The iterations on one bounded form, in the memory of the host or a device.
// One thread calls; every call waits for its result.
class InteriorMethod {
 public:
  virtual ~InteriorMethod() = default;
  // start and iterate return false if the normal equations cannot be solved.
  // start goes to Mehrotra's starting point: if near, that of the start form,
  // where far bounds and dear columns do not count, else that of the form.
  virtual bool start(bool near) = 0;
  // Does one iteration towards an optimum, but no nearer than the aim.
  virtual bool iterate(const Aim& aim) = 0;
  virtual const Progress& progress() const = 0;
  // Keeps a copy of the current point.
  virtual void keep() = 0;
  // Copies x[n] and y[m] of the form to the host, of the kept point or of the
  // current one.
  virtual void download(bool kept, std::vector<double>* x,
                        std::vector<double>* y) const = 0;
};

// Makes the method for a form, which must outlive it.
using MethodFactory = std::function<std::unique_ptr<InteriorMethod>(
    const BoundedForm&, const Norms&)>;

// Makes the method in host memory.
std::unique_ptr<InteriorMethod> create_host_method(
    const BoundedForm& form, const Norms& norms,
    std::unique_ptr<NormalEquations> normal);

// Returns a solver of lp whose methods the factory makes.  Throws the errors of
// checked().
std::unique_ptr<InteriorSolver> create_interior(InteriorLp lp,
                                                const InteriorControl& control,
                                                const MethodFactory& method);

}  // namespace gpuinv
