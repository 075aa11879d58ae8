// steps.hpp (unit tests of work that can be given up, and of waiting for it)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef TESTS_LIBGPUINV_STEPS_HPP
#define TESTS_LIBGPUINV_STEPS_HPP

#include <check.h>

TCase* step_cases();

#endif
