// triangular_solve.hpp (one right-hand side through a triangular factor)
// SPDX-License-Identifier: GPL-3.0-or-later

// The factor L is cut into blocks of kTriangleBlock rows and columns.  One
// launch solves the whole system: thread blocks take the blocks of rows in
// order, add up what the solved ones contribute as soon as it is there,
// and multiply by the inverse of the diagonal block.  A result that is not
// there yet reads as the bit pattern of ones, which nobody else writes.

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

constexpr int kTriangleBlock = 64;

// n by n.  Element (i,j) of L, i >= j, is at l[i + j*ld], or if `upper` at
// l[j + i*ld].
template <class T>
struct Triangle {
  int n;
  const T* l;
  std::size_t ld;
  bool upper;
};

inline std::size_t triangle_blocks(int n) {
  return ceil_div(static_cast<std::size_t>(n), kTriangleBlock);
}
// Elements of the inverses of all diagonal blocks, kept one after another
// by columns.
inline std::size_t triangle_inverse_elements(int n) {
  return triangle_blocks(n) * kTriangleBlock * kTriangleBlock;
}

//   inverse := inverses of the diagonal blocks; *bad := 1 if an element of
// the diagonal of L is not a positive number, else it stays.
template <class T>
cudaError_t launch_invert_diagonal_blocks(const Launch& launch,
                                          const Triangle<T>& l, T* inverse,
                                          int* bad);

//   x := inv(L)*b, or inv(L')*b if `transposed`.
// b[n], x[n] (no overlap); before the launch the bytes of x and of *ticket
// are all 0xff.
template <class T>
cudaError_t launch_triangular_solve(const Launch& launch, const Triangle<T>& l,
                                    const T* inverse, bool transposed,
                                    const T* b, T* x, int* ticket);

//   y_i := scale_i * x_i into the working precision, and back.
template <class T>
cudaError_t launch_scale_down(const Launch& launch, int n, const double* scale,
                              const double* x, T* y);
template <class T>
cudaError_t launch_scale_up(const Launch& launch, int n, const double* scale,
                            const T* y, double* x);

}  // namespace gpuinv::kernels
