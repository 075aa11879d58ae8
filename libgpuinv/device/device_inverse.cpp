// device_inverse.cpp (inverse of a basis matrix in device memory)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/device_inverse.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>

#include "kernels/layout.hpp"
#include "libgpuinv/base/machine.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/choose_solve.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

// An inverse at rest keeps its memory if it is at most this fraction (1/64) of
// the device's, because others may need it.
constexpr std::size_t kRestShare = 64;

// While it lives, the device is current, and synchronize() waits at most one
// second longer than the host would take to invert m rows.
class Attended {
 public:
  Attended(Context& context, int m)
      : context_(context), here_(context.device()) {
    context_.set_patience(1.0 +
                          machine::kHostInversionProduct * std::pow(m, 3));
  }
  ~Attended() { context_.set_patience(HUGE_VAL); }
  Attended(const Attended&) = delete;
  Attended& operator=(const Attended&) = delete;

 private:
  Context& context_;
  ScopedDevice here_;
};

std::size_t rhs_bytes(int m) {
  return static_cast<std::size_t>(m) * (sizeof(double) + sizeof(int));
}

}  // namespace

DeviceInverse::DeviceInverse(std::shared_ptr<Context> context,
                             const Limits& limits)
    : BasisInverse(limits),
      context_(std::move(context)),
      nucleus_(*context_),
      inverse_(*context_) {}

DeviceInverse::~DeviceInverse() { context_->drain(); }

int DeviceInverse::most_pending(int m) const {
  const int pivots = std::min(limits().pivots, kernels::kMostPending);
  return pivots != 0 ? pivots : choose_pending(m);
}

std::size_t DeviceInverse::do_bytes_needed(int m) {
  context_->require_usable();
  const ScopedDevice here(context_->device());
  const std::size_t doubles =
      kSlots * static_cast<std::size_t>(m) + kernels::leading_dimension(m);
  return doubles * sizeof(double) + rhs_bytes(m) + nucleus_.bytes_needed(m) +
         DeferredInverse::bytes_needed(m, most_pending(m));
}

std::size_t DeviceInverse::bytes() const {
  std::size_t sum = bytes_of(inverse_, result_, rhs_, nucleus_);
  for (const DeviceBuffer<double>& alpha : alpha_) sum += alpha.bytes();
  return sum;
}

void DeviceInverse::grow(const HostColumns& b) {
  const int m = b.m;
  inverse_.grow(m, most_pending(m));
  for (DeviceBuffer<double>& alpha : alpha_) alpha.grow(m);
  result_.grow(kernels::leading_dimension(m));
  rhs_.grow(rhs_bytes(m));
  send_pinned_.grow(rhs_bytes(m));
  receive_pinned_.grow(m);
  nucleus_.plan(b);
  nucleus_.grow();
}

void DeviceInverse::release() noexcept {
  granted_ = 0;
  release_all(inverse_, nucleus_, result_, rhs_);
  for (DeviceBuffer<double>& alpha : alpha_) alpha.release();
}

// Makes room for b; if there is none, frees everything and throws.
void DeviceInverse::reserve(const HostColumns& b) {
  const int m = b.m;
  context_->cublas();  // cuBLAS takes its memory before we look
  const std::size_t need = do_bytes_needed(m);
  if (need > granted_) {
    std::size_t free = 0, total = 0;
    GPUINV_CUDA(cudaMemGetInfo(&free, &total));
    const std::size_t room = bytes() + free;
    total_bytes_ = total;
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

void DeviceInverse::rest() {
  context_->require_usable();
  const Attended here(*context_, m_);
  forget();
  context_->synchronize();
  drop_large_matrix();
  if (bytes() > total_bytes_ / kRestShare) release();
}

void DeviceInverse::require_inverse() const {
  context_->require_usable();
  if (m_ == 0)
    throw DeviceError(GPUINV_STATE, "there is no inverse on the device");
}

gpuinv_status DeviceInverse::do_factorize(SparseColumns& matrix, double* norm) {
  context_->require_usable();
  const Attended here(*context_, matrix.size());
  forget();
  context_->synchronize();  // errors of earlier work show here
  const int m = matrix.size();
  const std::vector<HostColumn> columns = matrix.columns();
  const HostColumns b{m, m, 0, columns.data()};
  reserve(b);
  if (nucleus_.invert(b, inverse_.base()) != 0) return GPUINV_SINGULAR;
  *norm = inverse_.norm(m);
  if (!std::isfinite(*norm)) return GPUINV_SINGULAR;
  inverse_.start(m, most_pending(m));
  m_ = m;
  return GPUINV_OK;
}

kernels::DeviceVector DeviceInverse::send_sparse(const SparseVector& a) {
  const std::size_t values = a.nnz() * sizeof(double);
  const std::size_t indices = a.nnz() * sizeof(int);
  std::memcpy(send_pinned_.data(), a.val.data(), values);
  std::memcpy(send_pinned_.data() + values, a.ind.data(), indices);
  GPUINV_CUDA(cudaMemcpyAsync(rhs_.data(), send_pinned_.data(),
                              values + indices, cudaMemcpyHostToDevice,
                              context_->stream()));
  return {a.nnz(), reinterpret_cast<const int*>(rhs_.data() + values),
          reinterpret_cast<const double*>(rhs_.data())};
}

kernels::DeviceVector DeviceInverse::send_dense(const SparseVector& a) {
  double* x = reinterpret_cast<double*>(send_pinned_.data());
  if (a.nnz() == m_) {
    std::copy(a.val.begin(), a.val.end(), x);
  } else {
    std::fill(x, x + m_, 0.0);
    for (int t = 0; t < a.nnz(); t++) x[a.ind[t]] = a.val[t];
  }
  GPUINV_CUDA(cudaMemcpyAsync(rhs_.data(), x, m_ * sizeof(double),
                              cudaMemcpyHostToDevice, context_->stream()));
  return {m_, nullptr, reinterpret_cast<const double*>(rhs_.data())};
}

// y[m] := scale * from, through pinned memory; waits for the stream.
void DeviceInverse::receive(const double* from, double scale, double* y) {
  using Clock = std::chrono::steady_clock;
  double* pinned = receive_pinned_.data();
  const auto began = Clock::now();
  GPUINV_CUDA(cudaMemcpyAsync(pinned, from, m_ * sizeof(double),
                              cudaMemcpyDeviceToHost, context_->stream()));
  context_->synchronize();
  const std::chrono::duration<double> waited = Clock::now() - began;
  late().note(waited.count());
  for (int i = 0; i < m_; i++) y[i] = scale * pinned[i];
}

void DeviceInverse::do_ftran(int slot, const SparseVector& a, double* y) {
  require_inverse();
  const Attended here(*context_, m_);
  slot_valid_[slot] = false;
  double* alpha = alpha_[slot].data();
  switch (choose_ftran(m_, a.nnz(), a.ind.data())) {
    case SolvePath::kZero:
      GPUINV_CUDA(
          cudaMemsetAsync(alpha, 0, m_ * sizeof(double), context_->stream()));
      break;
    case SolvePath::kRow:
    case SolvePath::kSparse:
      inverse_.ftran(send_sparse(a), alpha);
      break;
    case SolvePath::kDense:
      inverse_.ftran(send_dense(a), alpha);
      break;
  }
  receive(alpha, 1.0, y);
  slot_valid_[slot] = true;
}

void DeviceInverse::do_btran(const SparseVector& a, double* y) {
  require_inverse();
  const Attended here(*context_, m_);
  switch (choose_btran(m_, a.nnz())) {
    case SolvePath::kZero:
      std::fill(y, y + m_, 0.0);
      return;
    case SolvePath::kRow:
      if (inverse_.pending() == 0) {
        const std::size_t ld = kernels::leading_dimension(m_);
        receive(inverse_.base() + a.ind[0] * ld, a.val[0], y);
        return;
      }
      [[fallthrough]];
    case SolvePath::kSparse:
      inverse_.btran(send_sparse(a), result_.data());
      break;
    case SolvePath::kDense:
      inverse_.btran(send_dense(a), result_.data());
      break;
  }
  receive(result_.data(), 1.0, y);
}

// receive_pinned_ is free: receive waits for its copies, and later ones are
// queued after this copy.
void DeviceInverse::replace_alpha(int slot, const double* alpha) {
  std::copy(alpha, alpha + m_, receive_pinned_.data());
  GPUINV_CUDA(cudaMemcpyAsync(alpha_[slot].data(), receive_pinned_.data(),
                              m_ * sizeof(double), cudaMemcpyHostToDevice,
                              context_->stream()));
}

void DeviceInverse::do_update(int k, int slot, const double* alpha,
                              bool is_own) {
  require_inverse();
  if (!slot_valid_[slot])
    throw DeviceError(GPUINV_STATE, "slot " + std::to_string(slot) +
                                        " holds no FTRAN by this inverse");
  const ScopedDevice here(context_->device());
  const int m = m_;
  if (!is_own) replace_alpha(slot, alpha);
  forget();  // the inverse is valid again when all is queued
  inverse_.replace(k, alpha_[slot].data());
  m_ = m;
}

}  // namespace gpuinv::device
