// random_problem.hpp (random problems for tests of file formats)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_TESTS_NETLIB_RANDOM_PROBLEM_HPP
#define GPUINV_TESTS_NETLIB_RANDOM_PROBLEM_HPP

#include "mps.hpp"

// A problem with all types of rows and bounds, names with blanks, two sets of
// right-hand sides and bounds, rows + 1 rows, and numbers that EmpsEncoder
// takes.
gpuinv::netlib::MpsProblem random_problem(unsigned seed, int rows, int columns);

#endif
