// points.hpp (unit tests of what judges and refines a point)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef TESTS_LIBGPUINV_POINTS_HPP
#define TESTS_LIBGPUINV_POINTS_HPP

#include <check.h>

TCase* point_cases();

#endif
