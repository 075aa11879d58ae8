// pack_columns.hpp (packs columns of a matrix for one transfer)
// SPDX-License-Identifier: GPL-3.0-or-later

// This is host code without CUDA, which tests can check without a GPU.

#pragma once

#include <cstddef>

#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv::device {

// The columns first..last-1, with nnz entries.
struct Piece {
  int first, last;
  std::size_t nnz;
};

// A packed piece consists of ptr[n+1], val[nnz], rows[n] and ind[nnz], which
// begin at these bytes.  rows tells which columns have an entry in every row,
// in ascending or descending order (dense_column.hpp); ind is set for the
// others. ind comes last: if no column needs it, it is not sent.
struct PieceLayout {
  PieceLayout(std::size_t n, std::size_t nnz)
      : val((n + 1) * sizeof(std::size_t)),
        rows(val + nnz * sizeof(double)),
        ind((rows + n + sizeof(int) - 1) / sizeof(int) * sizeof(int)),
        end(ind + nnz * sizeof(int)) {}
  std::size_t val, rows, ind, end;
};

// Packs a piece into to[layout.end], with several threads if it is large.
// Returns the first column with a row out of range, or piece.last.  *bytes is
// the number of bytes to send.
int pack_columns(const HostColumns& columns, const Piece& piece, char* to,
                 std::size_t* bytes);

}  // namespace gpuinv::device
