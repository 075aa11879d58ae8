// sort_entries.hpp (entries of a device matrix in other orders)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "kernels/row_sums.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/device_buffer.hpp"

namespace gpuinv::device {

// Row after row; columns ascend in a row.
struct EntriesByRows {
  std::vector<std::size_t> start;  // rows+1, in host memory
  DeviceBuffer<int> column;
  DeviceBuffer<double> value;
};

// columns: m by n by columns, nnz entries, rows ascending.  Waits.
EntriesByRows sort_by_rows(Context& context, int m, int n, std::size_t nnz,
                           const kernels::SparseRows& columns);

// Tile after tile of kept columns; in a tile column after column, rows
// ascending.
struct EntriesByTiles {
  int tiles = 0;
  std::size_t count = 0;             // of entries
  DeviceBuffer<int> start;           // tiles+1
  DeviceBuffer<int> column;          // count
  DeviceBuffer<unsigned short> row;  // count; within the tile
  DeviceBuffer<double> value;        // count
};

// Those entries that lie in columns j with place[j] = kept; tiles of so many
// rows.  Waits.
EntriesByTiles sort_by_tiles(Context& context, int m, int n, std::size_t nnz,
                             const kernels::SparseRows& columns,
                             const int* place, int kept, int tile_rows);

// table[g*(n+1) + j]: where column j begins in tile g, or would; for j = n
// where the tile ends.  Queued.
void begin_of_columns(Context& context, const EntriesByTiles& tiles, int n,
                      int* table);

// Where the tiles' columns begin that have entries, one after the other:
// entries first[h] .. first[h+1]-1 are of one column, column[h]; those of
// tile g are h = start[g] .. start[g+1]-1.
struct TileColumns {
  DeviceBuffer<int> start;  // tiles+1
  DeviceBuffer<int> first, column;
};
TileColumns columns_of_tiles(Context& context, const EntriesByTiles& tiles);

// to[c*ld + i] := a_ij for the entries of the columns with place[j] = c >=
// 0, and 0 elsewhere in those columns; queued.
void fill_columns(Context& context, int n, std::size_t nnz,
                  const kernels::SparseRows& columns, const int* place,
                  std::size_t count, std::size_t ld, double* to);

}  // namespace gpuinv::device
