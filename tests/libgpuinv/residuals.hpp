// residuals.hpp (unit tests of residuals, backward errors, dirt)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef TESTS_LIBGPUINV_RESIDUALS_HPP
#define TESTS_LIBGPUINV_RESIDUALS_HPP

#include <check.h>

TCase* residual_cases();

#endif
