// places.hpp (unit tests of where cuDSS is looked for)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef TESTS_LIBGPUINV_PLACES_HPP
#define TESTS_LIBGPUINV_PLACES_HPP

#include <check.h>

TCase* place_cases();

#endif
