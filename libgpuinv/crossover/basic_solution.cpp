// basic_solution.cpp (values and multipliers of a basis)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/basic_solution.hpp"

#include "libgpuinv/base/error.hpp"

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

InteriorSample basic_sample(const WorkingLp& lp, const SimplexBasis& basis,
                            const Interrupt& interrupt) {
  BasisFactor factor;
  if (!factor.factorize(lp, basis.basic, interrupt).empty())
    throw Error(GPUINV_SINGULAR, "the basis of a changed LP is singular");
  const std::vector<double> beta = basic_values(lp, basis, factor);
  InteriorSample sample = {std::vector<double>(lp.n),
                           multipliers(lp, basis, factor)};
  for (int p = 0; p < lp.m; p++) sample.x[basis.basic[p]] = beta[p];
  for (std::size_t j = 0; j < basis.nonbasic.size(); j++)
    sample.x[basis.nonbasic[j]] = value_at(lp, basis.nonbasic[j], basis.at[j]);
  return sample;
}

}  // namespace gpuinv
