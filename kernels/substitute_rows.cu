// substitute_rows.cu (rows of inv(B)*A from earlier rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/inversion.hpp"
#include "kernels/layout.hpp"

namespace gpuinv::kernels {
namespace {

constexpr int kThreads = 128;  // each owns two neighbouring columns
constexpr int kUnroll = 4;     // entries in flight per thread
constexpr int kMostGridRows = 65535;

// Returns the right-hand side: columns 2j and 2j+1 of a unit vector, or the
// present numbers.
template <bool kInPlace>
__device__ double2 right_hand_side(const RowSteps& steps, int s, std::size_t j,
                                   const double2& there) {
  if (kInPlace) return there;
  const std::size_t unit = steps.unit[s];
  return make_double2(unit == 2 * j ? 1.0 : 0.0, unit == 2 * j + 1 ? 1.0 : 0.0);
}

// A column depends on no other, so successive steps need no barrier.
template <bool kInPlace>
__global__ void __launch_bounds__(kThreads)
    substitute_rows_kernel(std::size_t pairs, RowSteps steps, int first,
                           int last, double2* x) {
  const std::size_t j =
      static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (j >= pairs) return;
  const int stride = static_cast<int>(gridDim.y);
  for (int s = first + static_cast<int>(blockIdx.y); s < last; s += stride) {
    double2& own = x[steps.target[s] * pairs + j];
    double2 sum = right_hand_side<kInPlace>(steps, s, j, own);
    const std::size_t end = steps.start[s + 1];
#pragma unroll kUnroll
    for (std::size_t t = steps.start[s]; t < end; t++) {
      const double w = -steps.value[t];
      const double2 v = x[steps.source[t] * pairs + j];
      sum.x = fma(w, v.x, sum.x);
      sum.y = fma(w, v.y, sum.y);
    }
    const double pivot = kInPlace ? 1.0 : steps.pivot[s];
    own = make_double2(sum.x / pivot, sum.y / pivot);
  }
}

template <bool kInPlace>
cudaError_t run(const Launch& launch, std::size_t pairs, const RowSteps& steps,
                int first, int last, bool parallel, double* x) {
  if (first >= last) return cudaSuccess;
  const int rows = parallel ? std::min(last - first, kMostGridRows) : 1;
  const dim3 grid(static_cast<unsigned>(ceil_div(pairs, kThreads)),
                  static_cast<unsigned>(rows));
  substitute_rows_kernel<kInPlace><<<grid, kThreads, 0, launch.stream>>>(
      pairs, steps, first, last, reinterpret_cast<double2*>(x));
  return cudaGetLastError();
}

}  // namespace

cudaError_t launch_substitute_rows(const Launch& launch, int m,
                                   const RowSteps& steps, int first, int last,
                                   bool parallel, double* x) {
  return run<false>(launch, leading_dimension(m) / 2, steps, first, last,
                    parallel, x);
}

cudaError_t launch_subtract_rows(const Launch& launch, std::size_t ld,
                                 const RowSteps& steps, int first, int last,
                                 bool parallel, double* x) {
  return run<true>(launch, ld / 2, steps, first, last, parallel, x);
}

}  // namespace gpuinv::kernels
