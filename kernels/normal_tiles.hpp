// normal_tiles.hpp (A*D*A' for clustered A into dense storage)
// SPDX-License-Identifier: GPL-3.0-or-later

// The same as normal_lines.hpp in another way:
//   s_ij := scale_i * scale_j * (sum over k of a_ik * w_k * a_jk
//           + e_i if i = j),   i >= j.
// A tile of S is the product of two small dense matrices, unpacked from the
// columns that have entries in both tiles of rows, zeros included.  That
// pays where the entries of a column stand close together: the products are
// more, but tensor cores make them from registers, and S is written once.
// Equal input gives equal bits.

#pragma once

#include "kernels/launch.hpp"
#include "kernels/symmetric_layout.hpp"

namespace gpuinv::kernels {

constexpr int kTileRows = 64;

// Columns of A in the tiles of rows where they have entries: those of tile g
// are h = start[g] .. start[g+1]-1, column[h] ascending, with the entries
// first[h] .. first[h+1]-1; row counts within the tile.  Arrays on the
// device.
struct TiledMatrix {
  int m;
  const int* start;
  const int *column, *first;
  const unsigned short* row;
  const double* value;
};

// Whether the code for the current device has tensor cores: *run, from compute
// capability 8.0 on.
cudaError_t normal_tiles_run(bool* run);

// w[n], e[m], scale[m]; s[layout.elements()].
template <class T>
cudaError_t launch_normal_tiles(const Launch& launch,
                                const SymmetricLayout& layout,
                                const TiledMatrix& a, const double* w,
                                const double* e, const double* scale, T* s);

}  // namespace gpuinv::kernels
