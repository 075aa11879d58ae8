// interior_choice.hpp (where an interior point method goes by its cost)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_TESTS_LIBGPUINV_INTERIOR_CHOICE_HPP
#define GPUINV_TESTS_LIBGPUINV_INTERIOR_CHOICE_HPP

#include <check.h>

TCase* interior_choice_cases();

#endif
