// forms.hpp (the two forms of the simplex engine)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_TESTS_LIBGPUINV_FORMS_HPP
#define GPUINV_TESTS_LIBGPUINV_FORMS_HPP

#include <check.h>

TCase* form_cases();

#endif
