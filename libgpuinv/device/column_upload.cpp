// column_upload.cpp (columns of B from the host into a dense matrix)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

#include "libgpuinv/device/column_upload.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "kernels/scatter_columns.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {

// Columns first..last-1 with nnz entries.
struct ColumnUpload::Piece {
  int first, last;
  std::size_t nnz;
};

namespace {

// Entries that one piece carries at least: 3 MiB, some hundred microseconds
// on a PCIe link, which is long against the launch of a copy.
constexpr std::size_t kLeastEntries = 1 << 18;

std::size_t piece_entries(int m) {
  return std::max(static_cast<std::size_t>(m), kLeastEntries);
}

// Columns that one piece carries at most.
constexpr int kMostColumns = 1 << 16;

// A packed piece of n columns and nnz entries: ptr[n+1], val[nnz], ind[nnz].
constexpr std::size_t piece_bytes(std::size_t n, std::size_t nnz) {
  return (n + 1) * sizeof(std::size_t) + nnz * (sizeof(double) + sizeof(int));
}

[[noreturn]] void reject(int j, const std::string& what) {
  throw DeviceError(GPUINV_INVALID,
                    "column " + std::to_string(j) + " of the matrix: " + what);
}

void check_column(const HostColumns& columns, int j) {
  const HostColumn& column = columns.column[j];
  if (column.nnz > static_cast<std::size_t>(columns.m)) reject(j, "bad length");
  for (std::size_t t = 0; t < column.nnz; t++) {
    const int i = column.ind[t];
    if (i < 0 || i >= columns.m) {
      reject(j, "row index " + std::to_string(i) + " is out of range");
    }
  }
}

}  // namespace

std::size_t ColumnUpload::bytes_needed(int m) {
  return piece_bytes(kMostColumns, piece_entries(m));
}

void ColumnUpload::grow(int m) {
  for (PinnedBuffer<char>& pinned : pinned_) pinned.grow(bytes_needed(m));
  device_.grow(bytes_needed(m));
}

void ColumnUpload::release() noexcept {
  for (PinnedBuffer<char>& pinned : pinned_) pinned.release();
  device_.release();
}

void ColumnUpload::send(Context& context, const HostColumns& columns,
                        const Piece& piece, std::size_t ld, double* b,
                        const kernels::RowMap& map) {
  const std::size_t n = piece.last - piece.first, nnz = piece.nnz;
  const std::size_t val_at = (n + 1) * sizeof(std::size_t);
  const std::size_t ind_at = val_at + nnz * sizeof(double);

  sent_[slot_].wait();
  char* host = pinned_[slot_].data();
  std::size_t* ptr = reinterpret_cast<std::size_t*>(host);
  ptr[0] = 0;
  for (std::size_t c = 0; c < n; c++) {
    const HostColumn& column = columns.column[piece.first + c];
    ptr[c + 1] = ptr[c] + column.nnz;
    if (column.nnz == 0) continue;
    std::memcpy(host + val_at + ptr[c] * sizeof(double), column.val,
                column.nnz * sizeof(double));
    std::memcpy(host + ind_at + ptr[c] * sizeof(int), column.ind,
                column.nnz * sizeof(int));
  }
  char* device = device_.data();
  GPUINV_CUDA(cudaMemcpyAsync(device, host, piece_bytes(n, nnz),
                              cudaMemcpyHostToDevice, context.stream()));
  sent_[slot_].record(context.stream());
  slot_ = (slot_ + 1) % kSlots;

  kernels::PackedColumns packed;
  packed.first = piece.first;
  packed.n = n;
  packed.nnz = nnz;
  packed.ptr = reinterpret_cast<const std::size_t*>(device);
  packed.val = reinterpret_cast<const double*>(device + val_at);
  packed.ind = reinterpret_cast<const int*>(device + ind_at);
  GPUINV_CUDA(
      kernels::launch_scatter_columns(context.launch(), packed, map, ld, b));
}

void ColumnUpload::run(Context& context, const HostColumns& columns,
                       std::size_t ld, double* b, const kernels::RowMap& map) {
  const std::size_t most = piece_entries(columns.m);
  GPUINV_CUDA(
      cudaMemsetAsync(b, 0, columns.m * ld * sizeof(double), context.stream()));
  Piece piece{0, 0, 0};
  while (piece.last < columns.n) {
    check_column(columns, piece.last);
    const std::size_t next = columns.column[piece.last].nnz;
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
