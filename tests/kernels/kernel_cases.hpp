// kernel_cases.hpp (one run of one kernel against a plain host loop)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/device/context.hpp"

namespace gpuinv::tests {

// Only plain numbers, because an assertion on them may leave by longjmp.
struct KernelResult {
  long wrong = 0;      // elements that should be equal but differ
  long unwritten = 0;  // outputs that still contain the poison
  long outside = 0;    // elements outside the arrays that were overwritten
  double error = 0.0;  // largest |y - ref| / (eps * sum of |terms|)
};

KernelResult run_eta(device::Context& context, unsigned seed, int m);
KernelResult run_rank_one(device::Context& context, unsigned seed, int m,
                          bool overlap);
KernelResult run_update(device::Context& context, unsigned seed, int m);
KernelResult run_gather_columns(device::Context& context, unsigned seed, int m,
                                int s);
KernelResult run_combine_rows(device::Context& context, unsigned seed, int m,
                              int s);
KernelResult run_scatter_columns(device::Context& context, unsigned seed,
                                 int m);
KernelResult run_move_upper(device::Context& context, unsigned seed, int m,
                            int first, int count);
KernelResult run_column_abs_sums(device::Context& context, unsigned seed,
                                 int m);
KernelResult run_fold(device::Context& context, unsigned seed, int m, int n,
                      int k);
// k changes are pending; add_product has s non-zeros.
KernelResult run_append_change(device::Context& context, unsigned seed, int m,
                               int k);
KernelResult run_add_product(device::Context& context, unsigned seed, int m,
                             int k, int s);
KernelResult run_substitute_rows(device::Context& context, unsigned seed, int m,
                                 bool parallel, bool in_place);
// For a nucleus of k rows, with q columns beside it.
KernelResult run_nucleus_rows(device::Context& context, unsigned seed, int m,
                              int k, int q);
KernelResult run_line_products(device::Context& context, unsigned seed, int m);
KernelResult run_line_sketches(device::Context& context, unsigned seed, int m);
KernelResult run_sketch(device::Context& context, unsigned seed, int count);
KernelResult run_sparse_sketch(device::Context& context, unsigned seed,
                               int count);
KernelResult run_sketch_scale(device::Context& context, unsigned seed,
                              int count);
// Returns whether the 1-norm of a matrix with one NaN (or one infinity) is not
// finite.
bool norm_shows(device::Context& context, unsigned seed, int m, double bad);

}  // namespace gpuinv::tests
