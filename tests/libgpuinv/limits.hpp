// limits.hpp (unit tests of limits on the host's memory)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef TESTS_LIBGPUINV_LIMITS_HPP
#define TESTS_LIBGPUINV_LIMITS_HPP

#include <check.h>

TCase* limit_cases();

#endif
