// lu_inverse.cpp (inverse of a dense matrix by LU factors)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

#include "libgpuinv/device/lu_inverse.hpp"

#include <string>

#include "kernels/layout.hpp"
#include "kernels/set_identity.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

std::size_t lu_elements(int m) { return m * kernels::leading_dimension(m); }

}  // namespace

// The 64-bit interface: with m above 46340, m*m no longer fits an int.
LuInverse::Workspace LuInverse::workspace(int m) {
  Workspace w{0, 0};
  // Only asked for its address, which must not be null.
  info_.grow(1);
  const void* place = lu_.data();
  if (place == nullptr) place = info_.data();
  GPUINV_CUSOLVER(cusolverDnXgetrf_bufferSize(
      context_.cusolver(), context_.cusolver_params(), m, m, CUDA_R_64F, place,
      kernels::leading_dimension(m), CUDA_R_64F, &w.device, &w.host));
  return w;
}

std::size_t LuInverse::factor_bytes(int m) {
  return lu_elements(m) * sizeof(double) + m * sizeof(std::int64_t) +
         sizeof(int);
}

std::size_t LuInverse::bytes_needed(int m) {
  return factor_bytes(m) + workspace(m).device;
}

std::size_t LuInverse::bytes() const {
  return lu_.bytes() + pivots_.bytes() + work_.bytes() + info_.bytes();
}

void LuInverse::grow(int m, std::size_t beside) {
  lu_.grow(lu_elements(m) + beside);
  pivots_.grow(m);
  info_.grow(1);
  info_pinned_.grow(1);
  const Workspace w = workspace(m);
  work_.grow(w.device);
  if (host_work_.size() < w.host) host_work_.resize(w.host);
}

void LuInverse::release() noexcept {
  lu_.release();
  pivots_.release();
  work_.release();
  info_.release();
}

int LuInverse::read_info() {
  GPUINV_CUDA(cudaMemcpyAsync(info_pinned_.data(), info_.data(), sizeof(int),
                              cudaMemcpyDeviceToHost, context_.stream()));
  context_.synchronize();
  return *info_pinned_.data();
}

int LuInverse::factorize(int m) {
  const std::int64_t ld = kernels::leading_dimension(m);
  GPUINV_CUSOLVER(cusolverDnXgetrf(
      context_.cusolver(), context_.cusolver_params(), m, m, CUDA_R_64F,
      lu_.data(), ld, pivots_.data(), CUDA_R_64F, work_.data(), work_.size(),
      host_work_.data(), host_work_.size(), info_.data()));
  const int info = read_info();
  if (info < 0) {
    throw DeviceError(GPUINV_DEVICE, "cusolverDnXgetrf refused its argument " +
                                         std::to_string(-info));
  }
  return info;
}

int LuInverse::invert(int m, double* inverse) {
  const std::int64_t ld = kernels::leading_dimension(m);
  const int info = factorize(m);
  if (info > 0) return info;
  GPUINV_CUDA(kernels::launch_set_identity(context_.launch(), m, inverse));
  GPUINV_CUSOLVER(
      cusolverDnXgetrs(context_.cusolver(), context_.cusolver_params(),
                       CUBLAS_OP_N, m, m, CUDA_R_64F, lu_.data(), ld,
                       pivots_.data(), CUDA_R_64F, inverse, ld, info_.data()));
  return 0;
}

}  // namespace gpuinv::device
