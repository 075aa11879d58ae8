// column_upload.hpp (columns of B from the host into a dense matrix)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

#include "kernels/inversion.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/event.hpp"
#include "libgpuinv/device/pack_columns.hpp"

namespace gpuinv::device {

// Sends the columns in pieces of bounded size, so that neither the pinned
// memory nor the device copy grows with the number of non-zeros.  While one
// piece is sent, the host packs the next one.  A piece whose columns are all
// dense and in order is sent without indices.
class ColumnUpload {
 public:
  // Returns the most device bytes after grow, for any number of columns.
  static std::size_t bytes_needed(int m);
  std::size_t bytes() const { return device_.bytes(); }
  // Makes room for matrices of m rows, at most n columns and at most nnz
  // entries.  Nothing that uses this object may be queued.
  void grow(int m, int n, std::size_t nnz);
  void release() noexcept;

  // b := R*B, row-major with leading dimension ld; b[m * ld] is cleared first.
  // R is the identity unless `map` names arrays on the device.  Call grow
  // before. The columns are packed when it returns; the rest is queued on the
  // context's stream.  DeviceError(INVALID): the arrays are not as HostColumns
  // says.
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
