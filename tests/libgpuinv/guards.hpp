// guards.hpp (unit tests of the guard of BLAS calls)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef TESTS_LIBGPUINV_GUARDS_HPP
#define TESTS_LIBGPUINV_GUARDS_HPP

#include <check.h>

TCase* guard_cases();

#endif
