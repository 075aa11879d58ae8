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

// Columns first..last-1.
struct ColumnUpload::Piece {
  int first, last;
};

namespace {

// Entries that one piece carries at least: 3 MiB, some hundred microseconds
// on a PCIe link, which is long against the launch of a copy.
constexpr std::size_t kLeastEntries = 1 << 18;

std::size_t piece_entries(int m) {
  return std::max(static_cast<std::size_t>(m), kLeastEntries);
}

// A packed piece of n columns and nnz entries: ptr[n+1], val[nnz], ind[nnz].
constexpr std::size_t piece_bytes(std::size_t n, std::size_t nnz) {
  return (n + 1) * sizeof(std::size_t) + nnz * (sizeof(double) + sizeof(int));
}

[[noreturn]] void reject(int j, const std::string& what) {
  throw DeviceError(GPUINV_INVALID,
                    "column " + std::to_string(j) + " of the basis: " + what);
}

void check_column(const HostColumns& columns, int j) {
  const std::size_t begin = columns.ptr[j], end = columns.ptr[j + 1];
  if (end < begin || end - begin > static_cast<std::size_t>(columns.m)) {
    reject(j, "bad length");
  }
  for (std::size_t t = begin; t < end; t++) {
    const int i = columns.ind[t];
    if (i < 0 || i >= columns.m) {
      reject(j, "row index " + std::to_string(i) + " is out of range");
    }
  }
}

}  // namespace

std::size_t ColumnUpload::bytes_needed(int m) {
  return piece_bytes(m, piece_entries(m));
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
                        const Piece& piece, std::size_t ld, double* b) {
  const std::size_t n = piece.last - piece.first;
  const std::size_t base = columns.ptr[piece.first];
  const std::size_t nnz = columns.ptr[piece.last] - base;
  const std::size_t val_at = (n + 1) * sizeof(std::size_t);
  const std::size_t ind_at = val_at + nnz * sizeof(double);

  sent_[slot_].wait();
  char* host = pinned_[slot_].data();
  std::size_t* ptr = reinterpret_cast<std::size_t*>(host);
  for (std::size_t c = 0; c <= n; c++) {
    ptr[c] = columns.ptr[piece.first + c] - base;
  }
  if (nnz > 0) {
    std::memcpy(host + val_at, columns.val + base, nnz * sizeof(double));
    std::memcpy(host + ind_at, columns.ind + base, nnz * sizeof(int));
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
  GPUINV_CUDA(kernels::launch_scatter_columns(context.launch(), packed, ld, b));
}

void ColumnUpload::run(Context& context, const HostColumns& columns,
                       std::size_t ld, double* b) {
  const std::size_t most = piece_entries(columns.m);
  if (columns.ptr[0] != 0) reject(0, "does not start at entry 0");
  GPUINV_CUDA(
      cudaMemsetAsync(b, 0, columns.m * ld * sizeof(double), context.stream()));
  Piece piece{0, 0};
  while (piece.last < columns.m) {
    check_column(columns, piece.last);
    const std::size_t held = columns.ptr[piece.last] - columns.ptr[piece.first];
    const std::size_t next =
        columns.ptr[piece.last + 1] - columns.ptr[piece.last];
    if (held + next > most) {
      send(context, columns, piece, ld, b);
      piece.first = piece.last;
    }
    piece.last++;
  }
  send(context, columns, piece, ld, b);
}

}  // namespace gpuinv::device
