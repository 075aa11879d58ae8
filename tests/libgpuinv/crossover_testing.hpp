// crossover_testing.hpp (shared parts of the tests of crossovers)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

#include <string>
#include <utility>

#include "host_solver.hpp"
#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/crossover/runner.hpp"
#include "libgpuinv/crossover/start_basis.hpp"
#include "random_lp.hpp"

namespace testing {

using gpuinv::BasisFactor;
using gpuinv::Interrupt;

inline gpuinv::SimplexControl control() {
  return {1e-6, 1e-7, 1e-9, 1000000, Interrupt()};
}

inline gpuinv::CrossoverTools tools(std::string* said) {
  return {true,
          [](gpuinv::InteriorLp lp, const gpuinv::InteriorControl& c) {
            return host_solver(std::move(lp), c);
          },
          nullptr, [said](int, const std::string& text) { *said = text; },
          nullptr};
}

inline void check_basis(const WorkingLp& lp, const SimplexBasis& basis) {
  ck_assert(gpuinv::is_basis(lp, basis));
  BasisFactor factor;
  ck_assert(factor.factorize(lp, basis.basic).empty());
}

TCase* active_cases();  // without columns that never enter
TCase* face_cases();    // from interior points by the simplex method
TCase* farkas_cases();  // that there is no feasible solution
TCase* factor_cases();  // of sparse bases
TCase* folded_cases();  // without the columns that equations give
TCase* rival_cases();   // the simplex method beside a crossover
TCase* runner_cases();  // crossovers as a whole, and the choice of one
TCase* side_cases();    // what is usual in an interior point

}  // namespace testing
