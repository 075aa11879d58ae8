// device_inverse.hpp (inverse of a basis matrix in device memory)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

#ifndef GPUINV_DEVICE_DEVICE_INVERSE_HPP
#define GPUINV_DEVICE_DEVICE_INVERSE_HPP

#include <cstddef>
#include <memory>

#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/deferred_inverse.hpp"
#include "libgpuinv/device/device_buffer.hpp"
#include "libgpuinv/device/kernel_inverse.hpp"
#include "libgpuinv/device/pinned_buffer.hpp"
#include "libgpuinv/device/plugin.h"

namespace gpuinv::device {

// nnz entries val[t] at ascending positions ind[t]; nnz = m means dense:
// val[m], and ind is not read.
struct HostVector {
  int nnz;
  const int* ind;
  const double* val;
};

// inv(B) for vectors of the host.  Order of calls: factorize, then ftran, btran
// and update in any number; a failed factorize or update gives the inverse up.
// Every method but the constructor selects the device for its own length.
// Errors are DeviceError or std::bad_alloc.
class DeviceInverse {
 public:
  static constexpr int kSlots = GPUINV_PLUGIN_SLOTS;

  // The device of the context is current.  pivots: as of inverse_create.
  DeviceInverse(std::shared_ptr<Context> context, int pivots);
  ~DeviceInverse();
  DeviceInverse(const DeviceInverse&) = delete;
  DeviceInverse& operator=(const DeviceInverse&) = delete;

  const Context& context() const { return *context_; }
  int size() const { return m_; }  // rows of B, 0 without an inverse

  // Device bytes that factorize needs in all for m rows.
  std::size_t bytes_needed(int m);

  // What factorize found: the 1-norm of inv(B), or why B is singular.
  struct Factorized {
    bool singular;
    int zero_pivot;  // 1-based, in the kernel; 0 if the inverse is not finite
    double norm;
  };
  // Allocates on the first call for a given m or a larger one, later never.
  // DeviceError (CANNOT) names the memory needed and the memory free.
  Factorized factorize(const HostColumns& b);

  // y[m] := inv(B) * a; alpha[slot] keeps the result on the device.
  void ftran(int slot, const HostVector& a, double* y);

  // y[m] := inv(B') * a
  void btran(const HostVector& a, double* y);

  // Whether alpha[slot] is an FTRAN by the present inverse.
  bool slot_valid(int slot) const { return slot_valid_[slot]; }

  // inv(B) after column k was replaced by the one FTRANed into slot, whose
  // element k is no zero; the FTRAN is alpha[m] of the host unless that is
  // null.  Queued only.
  void update(int k, int slot, const double* alpha);

 private:
  void reserve(const HostColumns& b);
  void grow(const HostColumns& b);
  void release() noexcept;
  std::size_t bytes() const;
  void forget();
  int most_pending(int m) const;
  // Send a to rhs_, through pinned memory.
  kernels::DeviceVector send_sparse(const HostVector& a);
  kernels::DeviceVector send_dense(const HostVector& a);
  void receive(const double* from, double scale, double* y);
  void replace_alpha(int slot, const double* alpha);

  std::shared_ptr<Context> context_;
  int pivots_;
  int m_ = 0;
  std::size_t granted_ = 0;  // bytes that were found to be there
  bool slot_valid_[kSlots] = {};
  KernelInverse kernel_;
  DeferredInverse inverse_;
  DeviceBuffer<double> alpha_[kSlots];   // m
  DeviceBuffer<double> result_;          // leading_dimension(m)
  DeviceBuffer<char> rhs_;               // m doubles, then m ints
  PinnedBuffer<char> send_pinned_;       // as rhs_
  PinnedBuffer<double> receive_pinned_;  // m
};

}  // namespace gpuinv::device

#endif
