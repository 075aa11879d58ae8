// pack_columns.hpp (columns of a matrix put together for one transfer)
// SPDX-License-Identifier: GPL-3.0-or-later

// Host code without CUDA, so that it is tested without a GPU.

#pragma once

#include <cstddef>

#include "libgpuinv/sparse/host_columns.hpp"

namespace gpuinv::device {

// Columns first..last-1 with nnz entries.
struct Piece {
  int first, last;
  std::size_t nnz;
};

// A packed piece: ptr[n+1], val[nnz], rows[n], ind[nnz], which begin at
// these bytes.  rows tells which columns have an entry in every row, in
// ascending or descending order (dense_column.hpp); ind is filled for the
// others.  ind comes last: where no column needs it, it does not travel.
struct PieceLayout {
  PieceLayout(std::size_t n, std::size_t nnz)
      : val((n + 1) * sizeof(std::size_t)),
        rows(val + nnz * sizeof(double)),
        ind((rows + n + sizeof(int) - 1) / sizeof(int) * sizeof(int)),
        end(ind + nnz * sizeof(int)) {}
  std::size_t val, rows, ind, end;
};

// Packs a piece into to[layout.end], on some threads if it is large.
// Returns the first column with a row out of range, or piece.last; *bytes
// is what must travel.
int pack_columns(const HostColumns& columns, const Piece& piece, char* to,
                 std::size_t* bytes);

}  // namespace gpuinv::device
