// places.hpp (unit tests of where cuDSS is looked for)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef TESTS_LIBGPUINV_PLACES_HPP
#define TESTS_LIBGPUINV_PLACES_HPP

#include <check.h>

TCase* place_cases();

#endif
