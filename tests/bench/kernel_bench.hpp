// kernel_bench.hpp (device times of the kernels)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

#include "libgpuinv/device/context.hpp"

namespace gpuinv::bench {

constexpr int kSparse = 16;  // non-zeros of a sparse vector

// Prints the rows for m: the two launches of an update on one matrix and, if
// that fits the L2 cache, on several in turn; then the solves.
void bench_kernels(device::Context& context, int m);

// The same for the deferred inverse: updates with their share of the folds,
// their parts, and solves with changes pending.
void bench_deferred(device::Context& context, int m);

// to[n] := random numbers in (-1, 1).
void fill(device::Context& context, double* to, std::size_t n);

}  // namespace gpuinv::bench
