// guards.hpp (unit tests of the guard of BLAS calls)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef TESTS_LIBGPUINV_GUARDS_HPP
#define TESTS_LIBGPUINV_GUARDS_HPP

#include <check.h>

TCase* guard_cases();

#endif
