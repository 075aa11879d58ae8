// lu_inverse.hpp (inverse of a dense matrix by LU factors)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

#ifndef GPUINV_DEVICE_LU_INVERSE_HPP
#define GPUINV_DEVICE_LU_INVERSE_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/device_buffer.hpp"
#include "libgpuinv/device/pinned_buffer.hpp"

namespace gpuinv::device {

// Row-major B is column-major B', the order of cuSOLVER.  B' = P'*L*U and
// the solution X of B'*X = I, by columns, is inv(B) by rows.
// Order of calls: grow(m), fill matrix(), invert(m, ...).
class LuInverse {
 public:
  explicit LuInverse(Context& context) : context_(context) {}

  // Device bytes that grow(m) leads to.
  std::size_t bytes_needed(int m);
  // The same but for cuSOLVER's workspace, without a call to cuSOLVER.
  static std::size_t factor_bytes(int m);
  std::size_t bytes() const;
  // ... and room for so many numbers more in matrix().
  void grow(int m, std::size_t beside = 0);
  void release() noexcept;

  // Factors matrix(); waits for the result: 0, or the 1-based position of
  // a zero pivot.  Row i was swapped with row pivots()[i]-1, i = 0..m-1.
  int factorize(int m);
  const std::int64_t* pivots() const { return pivots_.data(); }

  // B, m rows of leading_dimension(m) doubles; overwritten by the factors.
  double* matrix() { return lu_.data(); }

  // inverse := inv(B), inverse[matrix_elements(m)], queued, after
  // factorize, whose result is returned; if not 0, inverse is undefined.
  int invert(int m, double* inverse);

 private:
  struct Workspace {
    std::size_t device, host;  // bytes
  };
  Workspace workspace(int m);
  int read_info();

  Context& context_;
  DeviceBuffer<double> lu_;
  DeviceBuffer<std::int64_t> pivots_;
  DeviceBuffer<char> work_;
  DeviceBuffer<int> info_;
  PinnedBuffer<int> info_pinned_;
  std::vector<char> host_work_;
};

}  // namespace gpuinv::device

#endif
