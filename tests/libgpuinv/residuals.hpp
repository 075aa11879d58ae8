// residuals.hpp (unit tests of residuals, backward errors, dirt)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef TESTS_LIBGPUINV_RESIDUALS_HPP
#define TESTS_LIBGPUINV_RESIDUALS_HPP

#include <check.h>

TCase* residual_cases();

#endif
