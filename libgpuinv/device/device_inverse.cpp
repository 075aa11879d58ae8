// device_inverse.cpp (inverse of a basis matrix in device memory)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

#include "libgpuinv/device/device_inverse.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "kernels/column_abs_sums.hpp"
#include "kernels/combine_rows.hpp"
#include "kernels/eta.hpp"
#include "kernels/gather_columns.hpp"
#include "kernels/layout.hpp"
#include "kernels/rank_one.hpp"
#include "libgpuinv/device/choose_solve.hpp"
#include "libgpuinv/device/one_norm.hpp"
#include "libgpuinv/device/require_memory.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

std::size_t parts_elements(int m) {
  return std::max(kernels::combine_rows_workspace(m),
                  kernels::kColumnSumParts * kernels::leading_dimension(m));
}

std::size_t rhs_bytes(int m) {
  return static_cast<std::size_t>(m) * (sizeof(double) + sizeof(int));
}

}  // namespace

DeviceInverse::DeviceInverse(std::shared_ptr<Context> context)
    : context_(std::move(context)), kernel_(*context_) {}

DeviceInverse::~DeviceInverse() {
  // Nothing that is queued may still use the buffers.
  if (cudaStreamSynchronize(context_->stream()) != cudaSuccess) {
    cudaGetLastError();
  }
}

std::size_t DeviceInverse::bytes_needed(int m) {
  const ScopedDevice here(context_->device());
  const std::size_t doubles =
      kernels::matrix_elements(m) + kSlots * static_cast<std::size_t>(m) +
      kernels::padded_rows(m) + 2 * kernels::leading_dimension(m) +
      parts_elements(m);
  return doubles * sizeof(double) + rhs_bytes(m) + kernel_.bytes_needed(m);
}

std::size_t DeviceInverse::bytes() const {
  std::size_t sum = inverse_.bytes() + omega_.bytes() + bk_.bytes() +
                    result_.bytes() + parts_.bytes() + rhs_.bytes() +
                    kernel_.bytes();
  for (const DeviceBuffer<double>& alpha : alpha_) sum += alpha.bytes();
  return sum;
}

void DeviceInverse::grow(const HostColumns& b) {
  const int m = b.m;
  std::size_t nnz = 0;
  for (int j = 0; j < m; j++) nnz += b.column[j].nnz;
  inverse_.grow(kernels::matrix_elements(m));
  kernel_.grow(m, nnz);
  for (DeviceBuffer<double>& alpha : alpha_) alpha.grow(m);
  omega_.grow(kernels::padded_rows(m));
  bk_.grow(kernels::leading_dimension(m));
  result_.grow(kernels::leading_dimension(m));
  parts_.grow(parts_elements(m));
  rhs_.grow(rhs_bytes(m));
  send_pinned_.grow(rhs_bytes(m));
  receive_pinned_.grow(m);
}

void DeviceInverse::release() noexcept {
  granted_ = 0;
  inverse_.release();
  kernel_.release();
  for (DeviceBuffer<double>& alpha : alpha_) alpha.release();
  omega_.release();
  bk_.release();
  result_.release();
  parts_.release();
  rhs_.release();
}

// Makes room for b, or holds nothing at all and throws.
void DeviceInverse::reserve(const HostColumns& b) {
  const int m = b.m;
  context_->cublas();  // its own memory is taken before we look
  const std::size_t need = bytes_needed(m);
  if (need > granted_) {
    std::size_t free = 0, total = 0;
    GPUINV_CUDA(cudaMemGetInfo(&free, &total));
    const std::size_t room = bytes() + free;
    if (need > room) {
      release();
      throw_no_room("inverse of " + std::to_string(m) + " rows needs", need,
                    room);
    }
  }
  try {
    grow(b);
  } catch (...) {
    release();
    throw;
  }
  granted_ = std::max(granted_, need);
}

void DeviceInverse::forget() {
  m_ = 0;
  std::fill(slot_valid_, slot_valid_ + kSlots, false);
}

DeviceInverse::Factorized DeviceInverse::factorize(const HostColumns& b) {
  const ScopedDevice here(context_->device());
  forget();
  context_->synchronize();  // errors of earlier work show here
  reserve(b);
  const int zero_pivot = kernel_.invert(b, inverse_.data());
  if (zero_pivot != 0) return {true, zero_pivot, 0.0};
  const double norm = one_norm(*context_, b.m, inverse_.data(), parts_.data());
  if (!std::isfinite(norm)) return {true, 0, norm};
  m_ = b.m;
  ld_ = kernels::leading_dimension(b.m);
  return {false, 0, norm};
}

DeviceInverse::SentSparse DeviceInverse::send_sparse(const HostVector& a) {
  const std::size_t values = a.nnz * sizeof(double);
  const std::size_t indices = a.nnz * sizeof(int);
  std::memcpy(send_pinned_.data(), a.val, values);
  std::memcpy(send_pinned_.data() + values, a.ind, indices);
  GPUINV_CUDA(cudaMemcpyAsync(rhs_.data(), send_pinned_.data(),
                              values + indices, cudaMemcpyHostToDevice,
                              context_->stream()));
  return {reinterpret_cast<const double*>(rhs_.data()),
          reinterpret_cast<const int*>(rhs_.data() + values)};
}

const double* DeviceInverse::send_dense(const HostVector& a) {
  double* x = reinterpret_cast<double*>(send_pinned_.data());
  if (a.nnz == m_) {
    std::copy(a.val, a.val + m_, x);
  } else {
    std::fill(x, x + m_, 0.0);
    for (int t = 0; t < a.nnz; t++) x[a.ind[t]] = a.val[t];
  }
  GPUINV_CUDA(cudaMemcpyAsync(rhs_.data(), x, m_ * sizeof(double),
                              cudaMemcpyHostToDevice, context_->stream()));
  return reinterpret_cast<const double*>(rhs_.data());
}

// y := op(M) * x, where M = inv(B)' is the buffer read by columns.
void DeviceInverse::gemv(cublasOperation_t op, const double* x, double* y) {
  const double one = 1.0, zero = 0.0;
#if CUDART_VERSION >= 12000
  GPUINV_CUBLAS(cublasDgemv_64(context_->cublas(), op, m_, m_, &one,
                               inverse_.data(), ld_, x, 1, &zero, y, 1));
#else
  GPUINV_CUBLAS(cublasDgemv(context_->cublas(), op, m_, m_, &one,
                            inverse_.data(), static_cast<int>(ld_), x, 1, &zero,
                            y, 1));
#endif
}

// y[m] := scale * from, through pinned memory; waits for the stream.
void DeviceInverse::receive(const double* from, double scale, double* y) {
  double* pinned = receive_pinned_.data();
  GPUINV_CUDA(cudaMemcpyAsync(pinned, from, m_ * sizeof(double),
                              cudaMemcpyDeviceToHost, context_->stream()));
  context_->synchronize();
  for (int i = 0; i < m_; i++) y[i] = scale * pinned[i];
}

void DeviceInverse::ftran(int slot, const HostVector& a, double* y) {
  const ScopedDevice here(context_->device());
  slot_valid_[slot] = false;
  double* alpha = alpha_[slot].data();
  switch (choose_ftran(m_, a.nnz, a.ind)) {
    case SolvePath::kZero:
      GPUINV_CUDA(
          cudaMemsetAsync(alpha, 0, m_ * sizeof(double), context_->stream()));
      break;
    case SolvePath::kRow:
    case SolvePath::kSparse: {
      const SentSparse sent = send_sparse(a);
      GPUINV_CUDA(kernels::launch_gather_columns(context_->launch(), m_,
                                                 inverse_.data(), a.nnz,
                                                 sent.ind, sent.val, alpha));
      break;
    }
    case SolvePath::kDense:
      gemv(CUBLAS_OP_T, send_dense(a), alpha);
      break;
  }
  receive(alpha, 1.0, y);
  slot_valid_[slot] = true;
}

void DeviceInverse::btran(const HostVector& a, double* y) {
  const ScopedDevice here(context_->device());
  switch (choose_btran(m_, a.nnz)) {
    case SolvePath::kZero:
      std::fill(y, y + m_, 0.0);
      return;
    case SolvePath::kRow:
      receive(inverse_.data() + a.ind[0] * ld_, a.val[0], y);
      return;
    case SolvePath::kSparse: {
      const SentSparse sent = send_sparse(a);
      GPUINV_CUDA(kernels::launch_combine_rows(
          context_->launch(), m_, inverse_.data(), a.nnz, sent.ind, sent.val,
          result_.data(), parts_.data()));
      break;
    }
    case SolvePath::kDense:
      gemv(CUBLAS_OP_N, send_dense(a), result_.data());
      break;
  }
  receive(result_.data(), 1.0, y);
}

void DeviceInverse::update(int k, int slot) {
  const ScopedDevice here(context_->device());
  const int m = m_;
  forget();  // until both halves are queued
  const kernels::Launch& launch = context_->launch();
  GPUINV_CUDA(kernels::launch_eta(launch, m, k, alpha_[slot].data(),
                                  inverse_.data(), omega_.data(), bk_.data()));
  GPUINV_CUDA(kernels::launch_rank_one(launch, m, omega_.data(), bk_.data(),
                                       inverse_.data()));
  m_ = m;
}

}  // namespace gpuinv::device
