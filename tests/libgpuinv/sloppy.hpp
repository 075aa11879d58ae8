// sloppy.hpp (unit tests of BasisInverse on an inverse that errs)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef TESTS_LIBGPUINV_SLOPPY_HPP
#define TESTS_LIBGPUINV_SLOPPY_HPP

#include <check.h>

TCase* sloppy_cases();

#endif
