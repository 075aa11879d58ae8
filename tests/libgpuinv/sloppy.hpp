// sloppy.hpp (unit tests of BasisInverse on an inverse that errs)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef TESTS_LIBGPUINV_SLOPPY_HPP
#define TESTS_LIBGPUINV_SLOPPY_HPP

#include <check.h>

TCase* sloppy_cases();

#endif
