// dense_choice.cu (independent columns by a dense LU on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/system_error.h>

#include <cstdint>
#include <string>

#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/dense_choice.hpp"
#include "libgpuinv/gpuinv.h"
#include "libgpuinv/sparse/pivot_columns.hpp"

namespace gpuinv::device {
namespace {

// Writes column j of A as row j of A', column by column with `columns` rows.
struct Spread {
  const int *start, *row;
  const double* value;
  int columns;
  double* dense;
  __device__ void operator()(int j) const {
    for (int t = start[j]; t < start[j + 1]; t++)
      dense[static_cast<std::size_t>(row[t]) * columns + j] = value[t];
  }
};

// A' in dense form and its factorization.
class DenseTranspose {
 public:
  DenseTranspose(Context& context, const ColumnMatrix& a)
      : context_(context), a_(a) {
    const std::size_t elements = static_cast<std::size_t>(a.rows) * a.columns;
    dense_.grow(elements);
    GPUINV_CUDA(cudaMemsetAsync(dense_.data(), 0, elements * sizeof(double),
                                context.stream()));
    const std::size_t nnz = a.start[a.columns];
    start_.grow(a.columns + 1);
    row_.grow(nnz);
    value_.grow(nnz);
    send(context, a.start, a.columns + 1, start_.data());
    send(context, a.row, nnz, row_.data());
    send(context, a.value, nnz, value_.data());
    spread();
  }
  ~DenseTranspose() { context_.drain(); }
  DenseTranspose(const DenseTranspose&) = delete;
  DenseTranspose& operator=(const DenseTranspose&) = delete;

  std::vector<int> pivots() {
    const int m = a_.rows;
    std::size_t device = 0, host = 0;
    swaps_.grow(m);
    info_.grow(1);
    GPUINV_CUSOLVER(cusolverDnXgetrf_bufferSize(
        context_.cusolver(), context_.cusolver_params(), a_.columns, m,
        CUDA_R_64F, dense_.data(), a_.columns, CUDA_R_64F, &device, &host));
    work_.grow(device);
    std::vector<char> host_work(host);
    GPUINV_CUSOLVER(cusolverDnXgetrf(
        context_.cusolver(), context_.cusolver_params(), a_.columns, m,
        CUDA_R_64F, dense_.data(), a_.columns, swaps_.data(), CUDA_R_64F,
        work_.data(), work_.size(), host_work.data(), host, info_.data()));
    std::vector<std::int64_t> swaps(m);
    std::vector<double> pivot(m);
    GPUINV_CUDA(cudaMemcpyAsync(swaps.data(), swaps_.data(),
                                m * sizeof(std::int64_t),
                                cudaMemcpyDeviceToHost, context_.stream()));
    constexpr std::size_t kOne = sizeof(double);
    GPUINV_CUDA(cudaMemcpy2DAsync(pivot.data(), kOne, dense_.data(),
                                  (a_.columns + 1) * kOne, kOne, m,
                                  cudaMemcpyDeviceToHost, context_.stream()));
    context_.synchronize();
    return pivot_columns(a_, swaps, pivot);
  }

 private:
  void spread() {
    const thrust::counting_iterator<int> first(0);
    try {
      thrust::for_each(
          thrust::cuda::par(context_.scratch()).on(context_.stream()), first,
          first + a_.columns,
          Spread{start_.data(), row_.data(), value_.data(), a_.columns,
                 dense_.data()});
    } catch (const thrust::system_error& error) {
      cudaGetLastError();
      throw DeviceError(GPUINV_DEVICE,
                        std::string("a dense basis matrix: ") + error.what());
    }
  }

  Context& context_;
  const ColumnMatrix& a_;
  DeviceBuffer<double> dense_, value_;
  DeviceBuffer<int> start_, row_, info_;
  DeviceBuffer<std::int64_t> swaps_;
  DeviceBuffer<char> work_;
};

}  // namespace

std::vector<int> independent_columns(Context& context, const ColumnMatrix& a) {
  try {
    return DenseTranspose(context, a).pivots();
  } catch (const DeviceError& error) {
    if (error.status() != GPUINV_CANNOT) throw;
    return {};  // too little memory
  }
}

}  // namespace gpuinv::device
