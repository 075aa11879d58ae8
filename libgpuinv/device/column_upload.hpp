// column_upload.hpp (columns of B from the host into a dense matrix)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

#ifndef GPUINV_DEVICE_COLUMN_UPLOAD_HPP
#define GPUINV_DEVICE_COLUMN_UPLOAD_HPP

#include <cstddef>

#include "kernels/scatter_columns.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/device_buffer.hpp"
#include "libgpuinv/device/event.hpp"
#include "libgpuinv/device/pack_columns.hpp"
#include "libgpuinv/device/pinned_buffer.hpp"

namespace gpuinv::device {

// Sends the columns in pieces of bounded size, so that neither the pinned
// memory nor the device copy grows with the number of non-zeros.  While one
// piece travels the host packs the next one.  A piece whose columns are all
// dense and in order travels without indices.
class ColumnUpload {
 public:
  // Device bytes that grow leads to at most, for any number of columns.
  static std::size_t bytes_needed(int m);
  std::size_t bytes() const { return device_.bytes(); }
  // Makes room for matrices of m rows, at most n columns and at most nnz
  // entries.  Nothing may be queued that uses this object.
  void grow(int m, int n, std::size_t nnz);
  void release() noexcept;

  // Order of calls: grow, then run.
  // b := R*B, row-major with leading dimension ld; b[m * ld] is cleared
  // first.  R is the identity unless `map` names arrays on the device.
  // Queued on the context's stream.  DeviceError (INVALID) if the arrays
  // are not as HostColumns says.
  void run(Context& context, const HostColumns& columns, std::size_t ld,
           double* b, const kernels::RowMap& map = {});

 private:
  void send(Context& context, const HostColumns& columns, const Piece& piece,
            std::size_t ld, double* b, const kernels::RowMap& map);

  static constexpr int kSlots = 2;
  PinnedBuffer<char> pinned_[kSlots];
  Event sent_[kSlots];
  int slot_ = 0;
  DeviceBuffer<char> device_;
};

}  // namespace gpuinv::device

#endif
