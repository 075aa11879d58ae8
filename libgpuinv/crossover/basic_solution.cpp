// basic_solution.cpp (values and multipliers of a basis)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/basic_solution.hpp"

namespace gpuinv {

std::vector<double> basic_values(const WorkingLp& lp, const SimplexBasis& basis,
                                 BasisFactor& factor) {
  Scattered x(lp.m);
  x.value = basic_side(lp, basis);
  x.gather();
  factor.ftran(&x);
  return {x.value.begin(), x.value.end()};
}

std::vector<double> multipliers(const WorkingLp& lp, const SimplexBasis& basis,
                                BasisFactor& factor) {
  Scattered y(lp.m);
  for (int p = 0; p < lp.m; p++)
    if (lp.c[basis.basic[p]] != 0.0) y.add(p, lp.c[basis.basic[p]]);
  factor.btran(&y);
  return {y.value.begin(), y.value.end()};
}

}  // namespace gpuinv
