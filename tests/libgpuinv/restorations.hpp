// restorations.hpp (unit tests of what rows lack, and of winning it back)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef TESTS_LIBGPUINV_RESTORATIONS_HPP
#define TESTS_LIBGPUINV_RESTORATIONS_HPP

#include <check.h>

TCase* restoration_cases();

#endif
