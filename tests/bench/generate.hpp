// generate.hpp (matrices made on the device that solves with them)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#ifdef __CUDACC__
#define GPUINV_GENERATED __host__ __device__ inline
#else
#define GPUINV_GENERATED inline
#endif

namespace gpuinv::bench {

// max c'x, A*x <= b, x >= 0 with m rows and n columns.  P: |a_ij| and c_j are
// from 0.1 to 10, and a third of A is negative.  L: integers from 1 to 1000, as
// in Lalami et al.  In both, b_i is such a number times m.
struct GeneratedLp {
  bool lalami;
  int m, n;
};

// Returns a number uniform in [0, 1), its own for each key (Steele, Lea and
// Flood's splitmix64).
GPUINV_GENERATED double uniform_of(std::uint64_t key) {
  std::uint64_t x = (key + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  x = x ^ x >> 31;
  return static_cast<double>(x >> 11) * 0x1p-53;
}

// Returns a multiple of 2^-20, so that host and device agree.
GPUINV_GENERATED double coefficient(const GeneratedLp& lp, std::uint64_t key) {
  const double u = uniform_of(2 * key);
  if (lp.lalami) return 1.0 + static_cast<double>(static_cast<int>(1000.0 * u));
  const double size =
      static_cast<double>(1 + static_cast<int>(10380902.0 * u) + 104857) *
      0x1p-20;
  return uniform_of(2 * key + 1) < 1.0 / 3.0 ? -size : size;
}

GPUINV_GENERATED double generated_a(const GeneratedLp& lp, int i, int j) {
  return coefficient(lp, static_cast<std::uint64_t>(i) * lp.n + j);
}
GPUINV_GENERATED double generated_b(const GeneratedLp& lp, int i) {
  const std::uint64_t all = static_cast<std::uint64_t>(lp.m) * lp.n;
  const double x = coefficient(lp, all + i);
  return (x < 0.0 ? -x : x) * lp.m;
}
GPUINV_GENERATED double generated_c(const GeneratedLp& lp, int j) {
  const std::uint64_t all = static_cast<std::uint64_t>(lp.m) * lp.n;
  const double x = coefficient(lp, all + lp.m + j);
  return x < 0.0 ? -x : x;
}

// t[i][0..n] := row first + i of [A b], zeros up to ld, for `rows` rows.
cudaError_t generate_rows(const GeneratedLp& lp, int first, int rows,
                          std::size_t ld, double* t, cudaStream_t stream);

// w[i][0..m-1] := row first + i of the inverse of cycle_problem
// (cards_problem.hpp), zeros up to ld, for `rows` rows.
cudaError_t generate_cycle(int m, int first, int rows, std::size_t ld,
                           double* w, cudaStream_t stream);

}  // namespace gpuinv::bench
