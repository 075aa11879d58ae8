// limits.hpp (unit tests of limits on the host's memory)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef TESTS_LIBGPUINV_LIMITS_HPP
#define TESTS_LIBGPUINV_LIMITS_HPP

#include <check.h>

TCase* limit_cases();

#endif
