// inner_product.cu (Cholesky in inner product form)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/literature/cholesky/steps.cuh"

namespace gpuinv::kernels::cholesky {
namespace {

// Threads 0, 1, ... take rows k+1, k+2, ... of column k+1.
template <class T>
__global__ void subtract_kernel(int m, int k, T* a) {
  const int j = k + 1 + thread_index();
  if (j >= m) return;
  T value = column(a, m, k + 1)[j];
  for (int t = 0; t <= k; t++) {
    const T* const l = column(a, m, t);
    value -= l[j] * l[k + 1];
  }
  column(a, m, k + 1)[j] = value;
}

}  // namespace

template <class T>
cudaError_t launch_inner_product(const Call<T>& call) {
  return run_steps(call, [&](int k, int rest) {
    const unsigned blocks = static_cast<unsigned>(ceil_div(rest, kVectorBlock));
    subtract_kernel<<<blocks, kVectorBlock, 0, call.launch.stream>>>(call.m, k,
                                                                     call.a);
  });
}

template cudaError_t launch_inner_product(const Call<float>&);
template cudaError_t launch_inner_product(const Call<double>&);

}  // namespace gpuinv::kernels::cholesky
