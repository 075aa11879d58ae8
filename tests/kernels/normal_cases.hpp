// normal_cases.hpp (parts of the normal equations against plain host loops)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/kernels/kernel_cases.hpp"

namespace gpuinv::tests {

// Columns with one entry, few, many and all: in which case the assembly
// has something of everything.
KernelResult run_assembly(device::Context& context, unsigned seed, int m,
                          bool packed, bool tiles);
// Rows without entries, with few, many and very many.
KernelResult run_row_sums(device::Context& context, unsigned seed, int m);
// A system with a random triangular factor; wrong counts what differs
// between two runs.
KernelResult run_triangular_solve(device::Context& context, unsigned seed,
                                  int n, bool upper, bool transposed);
// Factors with one bad element on the diagonal that are not reported, and
// a good one that is.
int unreported_diagonals(device::Context& context, unsigned seed, int n,
                         bool upper);

}  // namespace gpuinv::tests
