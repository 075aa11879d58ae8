// kernel_bench.hpp (device times of the kernels)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

#ifndef GPUINV_TESTS_BENCH_KERNEL_BENCH_HPP
#define GPUINV_TESTS_BENCH_KERNEL_BENCH_HPP

#include "libgpuinv/device/context.hpp"

namespace gpuinv::bench {

constexpr int kSparse = 16;  // non-zeros of a sparse vector

// Prints the rows for m: the two launches of an update on one matrix and,
// where that one fits the L2 cache, on several in turn; the solves.
void bench_kernels(device::Context& context, int m);

}  // namespace gpuinv::bench

#endif
