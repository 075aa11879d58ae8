// device_inverse.hpp (inverse of a basis matrix in device memory)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "libgpuinv/basis/basis_inverse.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/deferred_inverse.hpp"
#include "libgpuinv/device/nucleus_inverse.hpp"

namespace gpuinv::device {

// inv(B) in device memory.  Every method except the constructor selects the
// device and restores the caller's.  Errors are DeviceError or std::bad_alloc;
// in a child of the process that created the context they are CANNOT.
class DeviceInverse final : public BasisInverse {
 public:
  using BasisInverse::kSlots;

  // The device of the context must be current.
  DeviceInverse(std::shared_ptr<Context> context, const Limits& limits);
  ~DeviceInverse() override;

  const char* backend_name() const override { return "cuda"; }
  bool is_late() const override {
    return !limits().patient && late().prevail();
  }

  // Returns the total device bytes that do_factorize needs for m rows; it
  // compares them with the free memory itself.
  std::size_t do_bytes_needed(int m) override;
  std::size_t do_bytes_available() override { return SIZE_MAX; }

  // Uploads B and waits for the inverse.  Allocates only on the first call for
  // a given m or a larger one.  SINGULAR: a pivot is zero or the inverse is not
  // finite.  DeviceError(CANNOT) names the memory needed and the free memory.
  gpuinv_status do_factorize(SparseColumns& b, double* norm) override;

  // y[m] := inv(B)*a on the host; waits.  alpha[slot] keeps the result on the
  // device.
  void do_ftran(int slot, const SparseVector& a, double* y) override;

  // y[m] := inv(B')*a on the host; waits.
  void do_btran(const SparseVector& a, double* y) override;

  // Updates inv(B) after column k was replaced by the column FTRANed into slot.
  // Element k of the FTRAN must not be zero.  Unless is_own, alpha[m] of the
  // host is used in place of that FTRAN.  The work is queued, so its errors may
  // show at a later call.
  void do_update(int k, int slot, const double* alpha, bool is_own) override;

  // Drops the inverse; keeps the memory if it is not too much.
  void rest();

 private:
  void reserve(const HostColumns& b);
  void grow(const HostColumns& b);
  void release() noexcept;
  std::size_t bytes() const;
  void require_inverse() const;
  void forget();
  int most_pending(int m) const;
  // Send a to rhs_ through pinned memory; queued.
  kernels::DeviceVector send_sparse(const SparseVector& a);
  kernels::DeviceVector send_dense(const SparseVector& a);
  void receive(const double* from, double scale, double* y);
  void replace_alpha(int slot, const double* alpha);

  std::shared_ptr<Context> context_;
  int m_ = 0;
  std::size_t granted_ = 0;      // bytes that are known to be available
  std::size_t total_bytes_ = 0;  // of the device
  bool slot_valid_[kSlots] = {};
  NucleusInverse nucleus_;
  DeferredInverse inverse_;
  DeviceBuffer<double> alpha_[kSlots];   // m
  DeviceBuffer<double> result_;          // leading_dimension(m)
  DeviceBuffer<char> rhs_;               // m doubles, then m ints
  PinnedBuffer<char> send_pinned_;       // as rhs_
  PinnedBuffer<double> receive_pinned_;  // m
};

}  // namespace gpuinv::device
