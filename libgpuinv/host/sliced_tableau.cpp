// host/sliced_tableau.cpp (a tableau whose batches can be cut short)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "sliced_tableau.hpp"

#include <algorithm>

namespace gpuinv {

// step(budget) is one of the methods.
template <class Step>
Batch SlicedTableau::slices(int budget, Step step) {
  Batch sum = {Stop::kBudget, 0, 0, 0};
  while (sum.stop == Stop::kBudget && sum.pivots + sum.flips < budget) {
    const Batch part = step(std::min(kSlice, budget - sum.pivots - sum.flips));
    sum.stop = part.stop;
    sum.pivots += part.pivots;
    sum.flips += part.flips;
    sum.degenerate += part.degenerate;
    if (cancel_.load() || Clock::now() >= end_) break;
  }
  return sum;
}

Batch SlicedTableau::primal(int budget, const Tolerances& tol) {
  return slices(budget, [&](int part) { return tableau_.primal(part, tol); });
}

Batch SlicedTableau::dual(int budget, const Tolerances& tol) {
  return slices(budget, [&](int part) { return tableau_.dual(part, tol); });
}

}  // namespace gpuinv
