// crossover_choice.hpp (whether interior point and crossover are the faster
// way)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef GPUINV_SIMPLEX_CROSSOVER_CHOICE_HPP
#define GPUINV_SIMPLEX_CROSSOVER_CHOICE_HPP

#include "libgpuinv/simplex/form.hpp"

namespace gpuinv {

// Seconds, in the rough, of GLPK's simplex method on an LP of that size: a
// pivot takes time by rows, columns and elements, and by those of the LU
// factors of a basis, which fill up where the factor L of the normal
// equations does; and there are one or two for each row or column, whichever
// are fewer.
double simplex_seconds(const Size& size, double nnz_l = 0.0);

// Seconds of the pushes, likewise: one for every second row.
double push_seconds(const Size& size);

// Whether it is worth while to look at the normal equations.
bool crossover_may_pay(const Size& size);

// Whether an interior point method of so many seconds, by the exact symbolic
// cost of its factorizations, and pushes take less time than the simplex
// method.
bool crossover_pays(const Size& size, double nnz_l, double interior_seconds);

}  // namespace gpuinv

#endif
