// dense_lu.cpp (LU factors of a dense matrix by cuSOLVER)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/dense_lu.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {

Workspace DenseLu::workspace(int rows, int columns, std::size_t ld) {
  Workspace w{0, 0};
  GPUINV_CUSOLVER(cusolverDnXgetrf_bufferSize(
      context_.cusolver(), context_.cusolver_params(), rows, columns,
      CUDA_R_64F, info(),  // instead of A: never read, but must not be null
      static_cast<std::int64_t>(ld), CUDA_R_64F, &w.device, &w.host));
  return w;
}

void DenseLu::grow(int rows, int columns, std::size_t ld, std::size_t other) {
  pivots_.grow(columns);
  info_pinned_.grow(1);
  const Workspace w = workspace(rows, columns, ld);
  work_.grow(std::max(w.device, other));
  if (host_work_.size() < w.host) host_work_.resize(w.host);
}

void DenseLu::start(int rows, int columns, std::size_t ld, double* a) {
  GPUINV_CUSOLVER(
      cusolverDnXgetrf(context_.cusolver(), context_.cusolver_params(), rows,
                       columns, CUDA_R_64F, a, static_cast<std::int64_t>(ld),
                       pivots_.data(), CUDA_R_64F, work_.data(), work_.size(),
                       host_work_.data(), host_work_.size(), info_.data()));
  GPUINV_CUDA(cudaMemcpyAsync(info_pinned_.data(), info_.data(), sizeof(int),
                              cudaMemcpyDeviceToHost, context_.stream()));
}

int DenseLu::wait() {
  context_.synchronize();
  const int info = *info_pinned_.data();
  if (info < 0)
    throw DeviceError(GPUINV_DEVICE, "cusolverDnXgetrf refused its argument " +
                                         std::to_string(-info));
  return info;
}

std::vector<std::int64_t> DenseLu::exchanges(int columns) {
  std::vector<std::int64_t> pivots(columns);
  receive(context_, pivots_.data(), columns, pivots.data());
  return pivots;
}

}  // namespace gpuinv::device
