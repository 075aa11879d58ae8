// interior_choice.hpp (where an interior point method goes by its cost)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef GPUINV_TESTS_LIBGPUINV_INTERIOR_CHOICE_HPP
#define GPUINV_TESTS_LIBGPUINV_INTERIOR_CHOICE_HPP

#include <check.h>

TCase* interior_choice_cases();

#endif
