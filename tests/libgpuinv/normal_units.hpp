// normal_units.hpp (unit tests around the normal equations)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef TESTS_LIBGPUINV_NORMAL_UNITS_HPP
#define TESTS_LIBGPUINV_NORMAL_UNITS_HPP

#include <check.h>

// Patterns, sums, dense columns, product form, and the choice
Suite* normal_units();

#endif
