// one_norm.cu (1-norm of a matrix on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/system_error.h>
#include <thrust/transform_reduce.h>

#include "kernels/layout.hpp"
#include "kernels/pending.hpp"
#include "libgpuinv/device/one_norm.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

// Sums column j over the parts, in their order.
struct ColumnSum {
  const double* part;
  std::size_t ld;
  __host__ __device__ double operator()(std::size_t j) const {
    double sum = 0.0;
    for (int p = 0; p < kernels::kColumnSumParts; p++) sum += part[p * ld + j];
    return sum;
  }
};

// Returns the larger of two numbers; a NaN wins, whereas fmax would drop it.
struct NanMax {
  __host__ __device__ double operator()(double a, double b) const {
    return a > b || a != a ? a : b;
  }
};

}  // namespace

double one_norm(Context& context, int m, const double* b, double* part) {
  GPUINV_CUDA(kernels::launch_column_abs_sums(context.launch(), m, b, part));
  context.synchronize();  // Thrust would wait with the caller's matrix
  const thrust::counting_iterator<std::size_t> first(0);
  try {
    return thrust::transform_reduce(
        thrust::cuda::par(context.scratch()).on(context.stream()), first,
        first + m, ColumnSum{part, kernels::leading_dimension(m)}, 0.0,
        NanMax{});
  } catch (const thrust::system_error& error) {
    cudaGetLastError();
    throw DeviceError(GPUINV_DEVICE,
                      std::string("1-norm of the inverse: ") + error.what());
  }
}

}  // namespace gpuinv::device
