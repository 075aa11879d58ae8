// turns.hpp (what the simplex solver makes of a tableau)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_TESTS_LIBGPUINV_TURNS_HPP
#define GPUINV_TESTS_LIBGPUINV_TURNS_HPP

#include <check.h>

TCase* turn_cases();

#endif
