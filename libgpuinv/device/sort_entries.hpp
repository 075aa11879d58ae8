// sort_entries.hpp (entries of a device matrix in other orders)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "kernels/row_sums.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"

namespace gpuinv::device {

// Entries row after row; columns ascend within a row.
struct EntriesByRows {
  std::vector<std::size_t> start;  // rows+1, in host memory
  DeviceBuffer<int> column;
  DeviceBuffer<double> value;
};

// columns: an m by n matrix by columns, with nnz entries and ascending rows.
// Waits.
EntriesByRows sort_by_rows(Context& context, int m, int n, std::size_t nnz,
                           const kernels::SparseRows& columns);

// Entries of kept columns tile after tile; within a tile column after column,
// with ascending rows.
struct EntriesByTiles {
  int tiles = 0;
  std::size_t count = 0;             // number of entries
  DeviceBuffer<int> start;           // tiles+1
  DeviceBuffer<int> column;          // count
  DeviceBuffer<unsigned short> row;  // count; within the tile
  DeviceBuffer<double> value;        // count
};

// Returns the entries in columns j with place[j] = kept, in tiles of tile_rows
// rows.  Waits.
EntriesByTiles sort_by_tiles(Context& context, int m, int n, std::size_t nnz,
                             const kernels::SparseRows& columns,
                             const int* place, int kept, int tile_rows);

// table[g*(n+1) + j] := first entry of column j in tile g, or where it would
// be; for j = n the end of the tile.  Queued.
void begin_of_columns(Context& context, const EntriesByTiles& tiles, int n,
                      int* table);

// The columns with entries in each tile, one after the other: entries first[h]
// .. first[h+1]-1 are in column column[h], and tile g has the columns h =
// start[g] .. start[g+1]-1.
struct TileColumns {
  DeviceBuffer<int> start;  // tiles+1
  DeviceBuffer<int> first, column;
};
TileColumns columns_of_tiles(Context& context, const EntriesByTiles& tiles);

// to[c*ld + i] := a_ij for the entries of columns with place[j] = c >= 0, and 0
// elsewhere in these columns; queued.
void fill_columns(Context& context, int n, std::size_t nnz,
                  const kernels::SparseRows& columns, const int* place,
                  std::size_t count, std::size_t ld, double* to);

}  // namespace gpuinv::device
