// triangular_solve.hpp (solves a triangular system for one right-hand side)
// SPDX-License-Identifier: GPL-3.0-or-later

// The factor L is cut into blocks of kTriangleBlock rows and columns.  One
// launch solves the whole system: thread blocks take the blocks of rows in
// order, add the contributions of solved blocks as soon as they are there, and
// multiply by the inverse of the diagonal block.  A result that is not there
// yet has all bits set, a pattern that no block writes.  cuBLAS's TRSV
// takes 2.5 to 4 times as long (netlib/results/triangle-h200.txt).

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

constexpr int kTriangleBlock = 64;

// L is n by n.  Its element (i,j), i >= j, is at l[i + j*ld] or, if `upper`, at
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
// Returns the elements of the inverses of all diagonal blocks, which are stored
// one after another by columns.
inline std::size_t triangle_inverse_elements(int n) {
  return triangle_blocks(n) * kTriangleBlock * kTriangleBlock;
}

// inverse := inverses of the diagonal blocks.  *bad := 1 if a diagonal element
// of L is not a positive number, else *bad does not change.
template <class T>
cudaError_t launch_invert_diagonal_blocks(const Launch& launch,
                                          const Triangle<T>& l, T* inverse,
                                          int* bad);

//   x := inv(L)*b, or inv(L')*b if `transposed`.
// b[n] and x[n] must not overlap.  Before the launch, all bytes of x and of
// *ticket must be 0xff.
template <class T>
cudaError_t launch_triangular_solve(const Launch& launch, const Triangle<T>& l,
                                    const T* inverse, bool transposed,
                                    const T* b, T* x, int* ticket);

//   y_i := scale_i * x_i in the working precision, and back.
template <class T>
cudaError_t launch_scale_down(const Launch& launch, int n, const double* scale,
                              const double* x, T* y);
template <class T>
cudaError_t launch_scale_up(const Launch& launch, int n, const double* scale,
                            const T* y, double* x);

}  // namespace gpuinv::kernels
