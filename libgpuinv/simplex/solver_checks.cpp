// solver_checks.cpp (accuracy and feasibility of a simplex solve)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/simplex/rules.hpp"
#include "libgpuinv/simplex/solver.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {
namespace {

// If ||A*x - b|| relative to its terms is above this, the tableau is built
// again.
constexpr double kResidual = 1e-9;

// The same limit right after a build: above it, the basis matrix is singular to
// working precision.
constexpr double kFreshResidual = 1e-6;

// The residual costs the host nnz operations of some 1 ns, a pivot costs the
// device some 10 us.  Checks at this distance take a tenth of the time.
constexpr int kNonzerosPerPivot = 1000;

// An infinite bound does not exist, and its slack is infinite, too.
bool is_at(double bound, double x, double tol) {
  return std::isfinite(bound) &&
         std::fabs(x - bound) <= rules::slack(bound, tol);
}

}  // namespace

bool Solver::violated(int i) const {
  return rules::dual_score(s_.beta[i], 1.0f, s_.basic_lower[i],
                           s_.basic_upper[i], control_.tol_bnd) > 0.0f;
}

bool Solver::primal_feasible() const {
  for (int i = 0; i < m_; i++)
    if (violated(i)) return false;
  return true;
}

bool Solver::dual_feasible() const {
  for (int j = 0; j < nn_; j++)
    if (wrong_cost(j, control_.tol_dj)) return false;
  return true;
}

// Returns whether the objective limit ends the dual method now: c'x is a bound
// on the optimum as long as the reduced costs are the problem's.
bool Solver::limited() const {
  return true_costs_ && control_.obj_ul < rules::kInfinity;
}

bool Solver::past_limit() const {
  return limited() && objective_at(lp_, s_) >= control_.obj_ul;
}

// Returns the relative residual of A*x = b at the current point.
double Solver::residual() const {
  std::vector<double> x(lp_.n);
  for (int i = 0; i < m_; i++) x[s_.basic[i]] = s_.beta[i];
  for (int j = 0; j < nn_; j++) x[s_.nonbasic[j]] = s_.value(j);
  return relative_residual(lp_, x, control_.interrupt);
}

bool Solver::is_accurate() const {
  return since_build_ == 0 || residual() <= kResidual;
}

bool Solver::residual_is_due() const {
  return since_check_ >
         1024 + static_cast<long>(lp_.val.size()) / kNonzerosPerPivot;
}

// Throws if a fresh tableau is inaccurate.  A basis of slacks needs no check
// and thus no pass over the matrix.
void Solver::require_regular() const {
  const auto slack = [this](int k) { return lp_.ptr[k + 1] - lp_.ptr[k] == 1; };
  if (since_build_ > 0 || std::all_of(s_.basic.begin(), s_.basic.end(), slack))
    return;
  if (!(residual() <= kFreshResidual))
    throw Error(GPUINV_SINGULAR,
                "simplex: basis matrix is singular to working precision");
}

// Returns the number of basic variables at a bound.
int Solver::count_degenerate() const {
  int count = 0;
  for (int i = 0; i < m_; i++)
    count += is_at(s_.basic_lower[i], s_.beta[i], control_.tol_bnd) ||
             is_at(s_.basic_upper[i], s_.beta[i], control_.tol_bnd);
  return count;
}

}  // namespace gpuinv
