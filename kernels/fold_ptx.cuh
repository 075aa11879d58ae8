// fold_ptx.cuh (instructions without an equivalent in C++)
// SPDX-License-Identifier: GPL-3.0-or-later

// They do nothing before compute capability 8.0, where they are not used.

#pragma once

#include <cuda_runtime.h>

namespace gpuinv::kernels {

// d[16 by 8] += a[16 by 8] * b[8 by 8] by one warp.  Let g = lane/4 and t =
// lane%4.  Of d, the lane holds columns 2t and 2t + 1 of row g, then of row g +
// 8; of a, columns t and t + 4 of rows g and g + 8 in turn; of b, the same rows
// of column g.
__device__ inline void tensor_multiply(double (&d)[4], const double (&a)[4],
                                       const double (&b)[2]) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 900
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
      "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n"
      : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
      : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#pragma unroll
  for (int s = 0; s < 2; s++) {
    asm volatile(
        "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
        "{%0, %1}, {%4}, {%6}, {%0, %1};\n\t"
        "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
        "{%2, %3}, {%5}, {%6}, {%2, %3};\n"
        : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
        : "d"(a[2 * s]), "d"(a[2 * s + 1]), "d"(b[s]));
  }
#endif
}

// Copies 0, 1 or 2 numbers to shared memory and fills the 16 bytes with zeros.
// copy_wait() waits for all copies of the thread.
__device__ inline void copy_start(double* to, const double* from, int numbers) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  const unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;\n" ::"r"(shared),
               "l"(from), "r"(8 * numbers)
               : "memory");
#endif
}

__device__ inline void copy_wait() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;\n" ::: "memory");
#endif
}

// Barrier `id` of the block for so many threads: one waits for the others, the
// other only counts the thread.
__device__ inline void barrier_wait(int id, int threads) {
  asm volatile("bar.sync %0, %1;\n" ::"r"(id), "r"(threads) : "memory");
}

__device__ inline void barrier_pass(int id, int threads) {
  asm volatile("bar.arrive %0, %1;\n" ::"r"(id), "r"(threads) : "memory");
}

// Brings the 128 bytes around p into the L2 cache.
__device__ inline void prefetch_line(const void* p) {
  asm volatile("prefetch.global.L2 [%0];\n" ::"l"(p));
}

}  // namespace gpuinv::kernels
