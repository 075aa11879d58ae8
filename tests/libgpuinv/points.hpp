// points.hpp (unit tests of what judges and refines a point)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef TESTS_LIBGPUINV_POINTS_HPP
#define TESTS_LIBGPUINV_POINTS_HPP

#include <check.h>

TCase* point_cases();

#endif
