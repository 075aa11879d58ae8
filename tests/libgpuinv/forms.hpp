// forms.hpp (the two forms of the simplex engine)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef GPUINV_TESTS_LIBGPUINV_FORMS_HPP
#define GPUINV_TESTS_LIBGPUINV_FORMS_HPP

#include <check.h>

TCase* form_cases();

#endif
