// normal.hpp (kernels of A*D*A' + R in dense storage)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "kernels/launch.hpp"
#include "kernels/layout.hpp"
#include "kernels/row_sums.hpp"

namespace gpuinv::kernels {

// The diagonal of S = A*D*A' + R, and its scale.  The columns of A are of three
// kinds: with one entry (they add only to the diagonal of S), sparse, and
// dense.

constexpr int kDiagonalParts = 32;

// Entries by rows; the weight of entry t is w[column[t]].
struct RowEntries {
  const int* start;  // m+1
  const int* column;
  const double* value;
};

//   w_k := d_k if place_k = kept, else 0,   k = 0..n-1.
cudaError_t launch_select(const Launch& launch, int n, const int* place,
                          int kept, const double* d, double* w);

//   to_t := from[index_t],   t = 0..count-1.
cudaError_t launch_gather(const Launch& launch, int count, const double* from,
                          const int* index, double* to);

//   part[p*m + i] := sum of w_k * a_ik^2 over the k of part p.
// a is m by n, in columns of ld elements; w[n], part[kDiagonalParts * m].
cudaError_t launch_dense_diagonal(const Launch& launch, int m, int n,
                                  const double* a, std::size_t ld,
                                  const double* w, double* part);

//   e_i := r_i + sum over the single entries of row i of d_k * a_ik^2,
//   s_i := e_i + sum over all entries of w_k * a_ik^2 + sum of the parts (0
//          or kDiagonalParts of them),
//   scale_i := 1/sqrt(s_i), or 1 if s_i = 0.
cudaError_t launch_normal_diagonal(const Launch& launch, int m,
                                   const RowEntries& single, const double* d,
                                   const SparseRows& all, const double* w,
                                   int parts, const double* part,
                                   const double* r, double* e, double* scale);

//   b_ik := scale_i * a_ik * sqrt(w_k), m by n, in columns of ld elements.
template <class T>
cudaError_t launch_scale_columns(const Launch& launch, int m, int n,
                                 const double* a, std::size_t ld,
                                 const double* w, const double* scale, T* b);

// Sums for sparse A, line by line:
//   s_ij := scale_i * scale_j * (sum over k of a_ik * w_k * a_jk
//           + e_i if i = j),   i >= j.
// Every element of the triangle is written once, zeros included.  A line of the
// storage (a column of S11 and S21, a row of S22) is the sum of the columns of
// A with entries in it, in the order of the columns, so equal input gives equal
// bits.

constexpr int kSegmentRows = 1024;  // rows that a warp sums at a time

// An m by n matrix in two forms: by columns, cut into segments of rows, and by
// rows.  Entries of segment g and column k are start[g*(n+1) + k] up to the
// next start; row counts within the segment.  Columns that are not summed have
// entries only by rows.  The arrays are on the device.
struct SegmentedMatrix {
  int m, n;
  const int* start;
  const unsigned short* row;
  const double* value;
  SparseRows rows;
};

inline int segment_count(int m) {
  return static_cast<int>(ceil_div(m, kSegmentRows));
}

// w[n], e[m], scale[m]; s[layout.elements()].
template <class T>
cudaError_t launch_normal_lines(const Launch& launch,
                                const SymmetricLayout& layout,
                                const SegmentedMatrix& a, const double* w,
                                const double* e, const double* scale, T* s);

// Computes the same for clustered A, tile by tile:
//   s_ij := scale_i * scale_j * (sum over k of a_ik * w_k * a_jk
//           + e_i if i = j),   i >= j.
// A tile of S is the product of two small dense matrices.  They are unpacked,
// zeros included, from the columns that have entries in both tiles of rows.
// This pays if the entries of a column are close together: there are more
// products, but tensor cores compute them from registers, and S is written
// once.  Equal input gives equal bits.

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
