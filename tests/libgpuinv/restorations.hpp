// restorations.hpp (unit tests of what rows lack, and of winning it back)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef TESTS_LIBGPUINV_RESTORATIONS_HPP
#define TESTS_LIBGPUINV_RESTORATIONS_HPP

#include <check.h>

TCase* restoration_cases();

#endif
