// normal_cases.hpp (parts of the normal equations against plain host loops)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/kernels/kernel_cases.hpp"

namespace gpuinv::tests {

// Columns have one entry, few, many or all, so that the assembly has columns of
// each kind.
KernelResult run_assembly(device::Context& context, unsigned seed, int m,
                          bool packed, bool tiles);
// Rows have no entries, few, many or very many.
KernelResult run_row_sums(device::Context& context, unsigned seed, int m);
// Solves a system with a random triangular factor; `wrong` counts differences
// between two runs.
KernelResult run_triangular_solve(device::Context& context, unsigned seed,
                                  int n, bool upper, bool transposed);
// Counts factors with one bad diagonal element that are not reported, and a
// good one that is.
int unreported_diagonals(device::Context& context, unsigned seed, int n,
                         bool upper);

}  // namespace gpuinv::tests
