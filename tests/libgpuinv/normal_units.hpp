// normal_units.hpp (unit tests around the normal equations)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef TESTS_LIBGPUINV_NORMAL_UNITS_HPP
#define TESTS_LIBGPUINV_NORMAL_UNITS_HPP

#include <check.h>

// Patterns, sums, dense columns, product form, and the choice
Suite* normal_units();

#endif
