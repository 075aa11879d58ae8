// normal_lines.hpp (sums A*D*A' for sparse A into dense storage)
// SPDX-License-Identifier: GPL-3.0-or-later

//   s_ij := scale_i * scale_j * (sum over k of a_ik * w_k * a_jk
//           + e_i if i = j),   i >= j.
// Every element of the triangle is written once, zeros included.  A line of the
// storage (a column of S11 and S21, a row of S22) is the sum of the columns of
// A with entries in it, in the order of the columns, so equal input gives equal
// bits.

#pragma once

#include "kernels/launch.hpp"
#include "kernels/row_sums.hpp"
#include "kernels/symmetric_layout.hpp"

namespace gpuinv::kernels {

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

}  // namespace gpuinv::kernels
