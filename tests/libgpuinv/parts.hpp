// parts.hpp (a tableau whose rows lie in parts)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_TESTS_LIBGPUINV_PARTS_HPP
#define GPUINV_TESTS_LIBGPUINV_PARTS_HPP

#include <check.h>

TCase* part_cases();

#endif
