// dense_call.hpp (dense LPs as problem objects of GLPK)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/bench/simplex_call.hpp"

namespace gpuinv::bench {

// From the slack basis.
Call solve(glp_prob* lp, const How& how);

// The LP of a family, scaled; what scaling took.
glp_prob* build_problem(char letter, int m);
double scale(glp_prob* lp);

}  // namespace gpuinv::bench
