// interior_solver.hpp (interior point method for linear programs)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "libgpuinv/gpuinv.h"
#include "libgpuinv/interior/lp.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

struct InteriorControl {
  // Bound on violations, products and gap, as Measures::within applies it.
  double tolerance = 1e-8;
  int max_iterations = 200;
  double seconds = std::numeric_limits<double>::infinity();
  std::function<bool()> cancelled;  // asked once per iteration; may be empty
  // If false, the method ends when it gets stuck, without a certificate, unless
  // its iterates diverge along a ray that only rounding errors spoil.
  bool certificates = true;
  // If false, residuals and gap decide alone, however much a single row is
  // violated relative to its own terms.  That is enough for a point from which
  // crossover starts.
  bool each_row = true;
};

enum class InteriorStatus {
  kRunning,
  kOptimal,           // the point meets the tolerance
  kPrimalInfeasible,  // proved by a Farkas ray, checked on the problem as given
  kDualInfeasible,    // no finite optimum: proved by a primal ray, checked
                      // likewise
  kIterationLimit,
  kTimeLimit,
  kCancelled,
  kNoProgress,  // neither optimum nor certificate is in reach
  kUnstable     // the normal equations cannot be solved
};

// The data of one log line.  Residuals and gap are relative and belong to the
// problem as given: ||.||_2 of the violation over 1 + ||.||_2 of the bounds or
// costs, |primal - dual| over 1 + |primal|.  `best` is the least that the
// largest of these three has been, at the point that solution() returns if the
// method gets stuck.
struct InteriorIteration {
  int count = 0;
  double primal_objective = 0.0, dual_objective = 0.0;
  double primal_residual = 0.0, dual_residual = 0.0, gap = 0.0;
  double best = std::numeric_limits<double>::infinity();
  double step_primal = 0.0, step_dual = 0.0;
  double seconds = 0.0;
};

// The best point found. row_value = A*x, row_dual = y (of a minimum, in GLPK's
// sign), column_dual = c - A'y.  With kPrimalInfeasible the duals are the
// Farkas ray: y and -A'y.  With kDualInfeasible the values are the primal ray:
// A*d and d.
struct InteriorSolution {
  InteriorStatus status = InteriorStatus::kRunning;
  double objective = 0.0;                         // c'x
  std::vector<double> row_value, row_dual;        // m
  std::vector<double> column_value, column_dual;  // n
};

class InteriorSolver {
 public:
  virtual ~InteriorSolver() = default;

  // Returns a log line on what the presolve has left.
  virtual std::string description() const = 0;
  // Does one iteration and waits for it; false if the method has ended.
  virtual bool step() = 0;
  virtual const InteriorIteration& iteration() const = 0;
  virtual InteriorSolution solution() = 0;
  // Returns the problem as it was given, for another solver.  Afterwards this
  // object can only be deleted.
  virtual InteriorLp take_problem() = 0;
};

// Creates a solver for a problem; throws the errors of its place.
using MakeInterior = std::function<std::unique_ptr<InteriorSolver>(
    InteriorLp, const InteriorControl&)>;

// Error(INVALID) if sizes, base or pointers do not describe a problem.
void check_shape(const gpuinv_interior_lp& lp);
// The same without the matrix.
void check_vectors(const gpuinv_interior_lp& lp);

// Copy and check what the caller of gpuinv.h hands in, as a minimization.
// Error(INVALID, NONFINITE) names rows and columns as the caller counts them.
// Columns stay as they are until checked() sorts them.
InteriorLp copy_lp(const gpuinv_interior_lp& lp);
InteriorControl copy_control(const gpuinv_iptcp& parm);

}  // namespace gpuinv
