// measures.hpp (residuals and gap of a point of a linear program)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_INTERIOR_MEASURES_HPP
#define GPUINV_INTERIOR_MEASURES_HPP

#include <vector>

#include "lp.hpp"

namespace gpuinv {

// A*x.
std::vector<double> row_values(const InteriorLp& lp,
                               const std::vector<double>& x);

// A*x, the sums of the sizes of its terms, and A'*y: one pass over A, on
// some threads.
struct Products {
  std::vector<double> rows, sizes, columns;  // m, m, n
};
Products products(const InteriorLp& lp, const std::vector<double>& x,
                  const std::vector<double>& y);

// What residuals are relative to: 1 + ||row bounds||, 1 + ||c||.
struct Norms {
  double bounds = 1.0, costs = 1.0;
};
Norms norms(const InteriorLp& lp);

// How far a point is from an optimum, each relative as InteriorIteration
// says.
struct Measures {
  double primal_objective = 0.0, dual_objective = 0.0;
  double primal_residual = 0.0, dual_residual = 0.0, gap = 0.0;
  bool within(double tolerance) const {
    return primal_residual <= tolerance && dual_residual <= tolerance &&
           gap <= tolerance;
  }
};

// Of x[n] and y[m].  The reduced costs d = c - A'y are taken as they are:
// what lacks a bound to hold it is dual residual, the rest enters the dual
// objective.
Measures measure(const InteriorLp& lp, const std::vector<double>& x,
                 const std::vector<double>& y);

}  // namespace gpuinv

#endif
