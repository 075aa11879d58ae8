// steps.hpp (unit tests of work that can be given up, and of waiting for it)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef TESTS_LIBGPUINV_STEPS_HPP
#define TESTS_LIBGPUINV_STEPS_HPP

#include <check.h>

TCase* step_cases();

#endif
