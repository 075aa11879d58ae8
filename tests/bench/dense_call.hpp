// dense_call.hpp (dense LPs as problem objects of GLPK)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/bench/simplex_call.hpp"

namespace gpuinv::bench {

// Solves from the slack basis.
Call solve(glp_prob* lp, const How& how);

// Returns the scaled LP of a family, and the seconds of scaling.
glp_prob* build_problem(char letter, int m);
double scale(glp_prob* lp);

}  // namespace gpuinv::bench
