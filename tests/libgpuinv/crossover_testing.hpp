// crossover_testing.hpp (shared parts of the tests of crossovers)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

#include <string>
#include <utility>

#include "libgpuinv/crossover/lu_factor.hpp"
#include "libgpuinv/crossover/runner.hpp"
#include "libgpuinv/host/make_host_normal.hpp"
#include "random_lp.hpp"

namespace testing {

using gpuinv::Interrupt;
using gpuinv::LuFactor;

inline gpuinv::SimplexControl control() {
  return {1e-6, 1e-7, 1e-9, 1000000, Interrupt()};
}

inline gpuinv::CrossoverTools tools(std::string* said) {
  const auto normal = [](const gpuinv::ColumnMatrix& a) {
    std::string line;
    return gpuinv::make_host_normal(a, std::nullopt, &line);
  };
  return {true,
          [normal](gpuinv::InteriorLp lp, const gpuinv::InteriorControl& c) {
            return gpuinv::create_host_interior(std::move(lp), c, normal);
          },
          nullptr, [said](int, const std::string& text) { *said = text; }};
}

inline void check_basis(const WorkingLp& lp, const SimplexBasis& basis) {
  ck_assert(gpuinv::is_basis(lp, basis));
  LuFactor factor;
  ck_assert(factor.factorize(lp, basis.basic).empty());
}

TCase* face_cases();    // from interior points by the simplex method
TCase* runner_cases();  // crossovers as a whole, and the choice of one

}  // namespace testing
