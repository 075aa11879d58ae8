// dual_forms.hpp (the interior point method on dual forms)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef TESTS_LIBGPUINV_DUAL_FORMS_HPP
#define TESTS_LIBGPUINV_DUAL_FORMS_HPP

#include <check.h>

#include <memory>

#include "libgpuinv/interior/interior_solver.hpp"

// Creates a solver that always uses the dual of the bounded form, whatever it
// costs.
std::unique_ptr<gpuinv::InteriorSolver> create_by_dual(
    gpuinv::InteriorLp lp, const gpuinv::InteriorControl& control);

TCase* dual_form_cases();

#endif
