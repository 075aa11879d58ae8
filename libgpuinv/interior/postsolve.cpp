// postsolve.cpp (solution of a linear program from the reduced one's)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>

#include "libgpuinv/interior/presolve.hpp"

namespace gpuinv {

std::vector<double> Presolve::expand_values(const std::vector<double>& x,
                                            bool ray) const {
  std::vector<double> full = ray ? std::vector<double>(lp_.n, 0.0) : value_;
  if (ray && unbounded_ >= 0) full[unbounded_] = direction_;
  kept_.put_columns(x, &full);
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step)
    if (step->kind == Kind::kSubstituted)
      full[step->other] = solve_row(*step, ray ? 0.0 : step->side, full);
  return full;
}

// Returns the value of the step's column that gives its row the value `side`.
double Presolve::solve_row(const Step& step, double side,
                           const std::vector<double>& x) const {
  for (int p = rows_.start[step.row]; p < rows_.start[step.row + 1]; p++)
    if (rows_.index[p] != step.other)
      side -= rows_.value[p] * x[rows_.index[p]];
  return side / step.coefficient;
}

// Multipliers of substituted rows come first: they do not depend on the others,
// while the reduced costs of columns depend on them.
std::vector<double> Presolve::expand_duals(const std::vector<double>& y,
                                           bool ray) const {
  std::vector<double> full(injected_);
  kept_.put_rows(y, &full);
  for (const Step& step : steps_)
    if (step.kind == Kind::kSubstituted && !ray) full[step.row] = step.cost;
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step)
    undo(*step, ray, &full);
  return full;
}

std::vector<double> Presolve::complete_values(std::vector<double> d) const {
  if (outcome_ == Outcome::kUnbounded) return expand_values({}, true);
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step)
    if (step->kind == Kind::kSubstituted)
      d[step->other] = solve_row(*step, 0.0, d);
  return d;
}

std::vector<double> Presolve::complete_duals(std::vector<double> y) const {
  if (outcome_ == Outcome::kInfeasible) return expand_duals({}, true);
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step)
    undo(*step, true, &y);
  return y;
}

double Presolve::reduced_cost(int j, bool ray,
                              const std::vector<double>& y) const {
  double d = ray ? 0.0 : lp_.c[j], terms = std::fabs(d);
  for (int t = lp_.start[j]; t < lp_.start[j + 1]; t++) {
    const double term = lp_.value[t] * y[lp_.row[t]];
    d -= term;
    terms += std::fabs(term);
  }
  // a rounding error must not give a row a multiplier
  return std::fabs(d) <= 1e-15 * terms ? 0.0 : d;
}

void Presolve::undo(const Step& step, bool ray, std::vector<double>* y) const {
  switch (step.kind) {
    case Kind::kBound: {
      const double d = reduced_cost(step.other, ray, *y);
      if (d > 0.0 ? step.lower : d < 0.0 && step.upper)
        (*y)[step.row] += d / step.coefficient;
      break;
    }
    case Kind::kForcing:
      (*y)[step.row] = undo_forcing(step, ray, *y);
      break;
    case Kind::kDuplicate: {
      double& kept = (*y)[step.other];
      if (kept > 0.0 ? step.lower : kept < 0.0 && step.upper) {
        (*y)[step.row] += kept / step.coefficient;
        kept = 0.0;
      }
      break;
    }
    case Kind::kSubstituted:
      break;
  }
}

// Returns the smallest multiplier that gives the reduced costs of the row's
// columns the signs that their bounds demand.
double Presolve::undo_forcing(const Step& step, bool ray,
                              const std::vector<double>& y) const {
  double multiplier = 0.0;
  for (int p = rows_.start[step.row]; p < rows_.start[step.row + 1]; p++) {
    if (fixed_by_[rows_.index[p]] != step.row) continue;
    const double d = reduced_cost(rows_.index[p], ray, y);
    const double ratio = d / rows_.value[p];
    multiplier =
        step.lower ? std::max(multiplier, ratio) : std::min(multiplier, ratio);
  }
  return multiplier;
}

}  // namespace gpuinv
