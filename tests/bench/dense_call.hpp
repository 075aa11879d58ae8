// dense_call.hpp (dense LPs as problem objects of GLPK)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_TESTS_BENCH_DENSE_CALL_HPP
#define GPUINV_TESTS_BENCH_DENSE_CALL_HPP

#include "tests/bench/simplex_call.hpp"

namespace gpuinv::bench {

// From the slack basis.
Call solve(glp_prob* lp, const How& how);

// The LP of a family, scaled; what scaling took.
glp_prob* build_problem(char letter, int m);
double scale(glp_prob* lp);

}  // namespace gpuinv::bench

#endif
