// column_upload.cpp (columns of B from the host into a dense matrix)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/column_upload.hpp"

#include <algorithm>
#include <string>

#include "kernels/inversion.hpp"
#include "libgpuinv/gpuinv.h"
#include "libgpuinv/sparse/dense_column.hpp"

namespace gpuinv::device {

namespace {

// Least entries in the buffers of a piece: 4 MiB of values.  That occupies some
// threads of the host and takes long compared to the launch of a copy.
// Allocating pinned memory takes as long as sending twelve times as much.
constexpr std::size_t kLeastEntries = 1 << 19;

std::size_t most_entries(int m) {
  return std::max(static_cast<std::size_t>(m), kLeastEntries);
}

// Most columns in one piece.
constexpr int kMostColumns = 1 << 16;

[[noreturn]] void reject(int j, const std::string& what) {
  throw DeviceError(GPUINV_INVALID,
                    "column " + std::to_string(j) + " of the matrix: " + what);
}

[[noreturn]] void reject_rows(const HostColumns& columns, int j) {
  const HostColumn& column = columns.column[j];
  const auto outside = [&columns](int i) {
    return i < columns.base || i - columns.base >= columns.m;
  };
  const int* row = std::find_if(column.ind, column.ind + column.nnz, outside);
  reject(j, "row index " + std::to_string(*row) + " is out of range");
}

// Sizes grow in steps, so that slowly growing problems seldom allocate.
std::size_t power_of_two_from(std::size_t n, std::size_t most) {
  std::size_t power = 1;
  while (power < std::min(n, most)) power *= 2;
  return std::min(power, most);
}

static_assert(static_cast<int>(Rows::kListed) == kernels::kRowsListed &&
                  static_cast<int>(Rows::kAscending) ==
                      kernels::kRowsAscending &&
                  static_cast<int>(Rows::kDescending) ==
                      kernels::kRowsDescending,
              "the kernel reads Rows");

}  // namespace

std::size_t ColumnUpload::bytes_needed(int m) {
  return PieceLayout(kMostColumns, most_entries(m)).end;
}

void ColumnUpload::grow(int m, int n, std::size_t nnz) {
  const std::size_t bytes = PieceLayout(power_of_two_from(n, kMostColumns),
                                        power_of_two_from(nnz, most_entries(m)))
                                .end;
  for (PinnedBuffer<char>& pinned : pinned_) pinned.grow(bytes);
  device_.grow(bytes);
}

void ColumnUpload::release() noexcept {
  for (PinnedBuffer<char>& pinned : pinned_) pinned.release();
  device_.release();
}

void ColumnUpload::send(Context& context, const HostColumns& columns,
                        const Piece& piece, std::size_t ld, double* b,
                        const kernels::RowMap& map) {
  const std::size_t n = piece.last - piece.first;
  const PieceLayout layout(n, piece.nnz);
  sent_[slot_].wait();
  std::size_t bytes = 0;
  const int bad = pack_columns(columns, piece, pinned_[slot_].data(), &bytes);
  if (bad != piece.last) reject_rows(columns, bad);
  char* device = device_.data();
  GPUINV_CUDA(cudaMemcpyAsync(device, pinned_[slot_].data(), bytes,
                              cudaMemcpyHostToDevice, context.stream()));
  sent_[slot_].record(context.stream());
  slot_ = (slot_ + 1) % kSlots;

  kernels::PackedColumns packed;
  packed.first = piece.first;
  packed.n = n;
  packed.nnz = piece.nnz;
  packed.m = columns.m;
  packed.ptr = reinterpret_cast<const std::size_t*>(device);
  packed.rows = reinterpret_cast<const signed char*>(device + layout.rows);
  packed.val = reinterpret_cast<const double*>(device + layout.val);
  packed.ind = reinterpret_cast<const int*>(device + layout.ind);
  GPUINV_CUDA(
      kernels::launch_scatter_columns(context.launch(), packed, map, ld, b));
}

void ColumnUpload::run(Context& context, const HostColumns& columns,
                       std::size_t ld, double* b, const kernels::RowMap& map) {
  const std::size_t most = most_entries(columns.m);
  GPUINV_CUDA(
      cudaMemsetAsync(b, 0, columns.m * ld * sizeof(double), context.stream()));
  Piece piece{0, 0, 0};
  while (piece.last < columns.n) {
    const std::size_t next = columns.column[piece.last].nnz;
    if (next > static_cast<std::size_t>(columns.m)) {
      reject(piece.last, "bad length");
    }
    const bool full = piece.last - piece.first >= kMostColumns;
    if (full || piece.nnz + next > most) {
      send(context, columns, piece, ld, b, map);
      piece.first = piece.last;
      piece.nnz = 0;
    }
    piece.last++;
    piece.nnz += next;
  }
  send(context, columns, piece, ld, b, map);
}

}  // namespace gpuinv::device
