// normal_tiles.hpp (sums A*D*A' for clustered A into dense storage)
// SPDX-License-Identifier: GPL-3.0-or-later

// Computes the same as normal_lines.hpp in another way:
//   s_ij := scale_i * scale_j * (sum over k of a_ik * w_k * a_jk
//           + e_i if i = j),   i >= j.
// A tile of S is the product of two small dense matrices.  They are unpacked,
// zeros included, from the columns that have entries in both tiles of rows.
// This pays if the entries of a column are close together: there are more
// products, but tensor cores compute them from registers, and S is written
// once.  Equal input gives equal bits.

#pragma once

#include "kernels/launch.hpp"
#include "kernels/symmetric_layout.hpp"

namespace gpuinv::kernels {

constexpr int kTileRows = 64;

// The columns of A in the tiles of rows where they have entries: tile g has h =
// start[g] .. start[g+1]-1, with column[h] ascending and the entries first[h]
// .. first[h+1]-1; row counts within the tile.  The arrays are on the device.
struct TiledMatrix {
  int m;
  const int* start;
  const int *column, *first;
  const unsigned short* row;
  const double* value;
};

// *run := whether the code for the current device uses tensor cores, as it does
// from compute capability 8.0 on.
cudaError_t normal_tiles_run(bool* run);

// w[n], e[m], scale[m]; s[layout.elements()].
template <class T>
cudaError_t launch_normal_tiles(const Launch& launch,
                                const SymmetricLayout& layout,
                                const TiledMatrix& a, const double* w,
                                const double* e, const double* scale, T* s);

}  // namespace gpuinv::kernels
