// space.hpp (requirements on a Space: memory and loops of vectors)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// The method is a set of templates over a Space, which is the host or a device
// and must have
//
//   Space::Vector<T>      size and elements of type T; raw pointer by
//                         raw(v), contents undefined after Vector<T>(n)
//   Space::Matrix         of a BoundedForm's, with multiply(x, y): y := A*x,
//                         multiply_transposed(y, x): x := A'*y, and
//                         multiply_squares(x, y): y_i := sum a_ij^2 * x_j
//   for_each(n, f)        f(0), ..., f(n-1) in any order
//   reduce(n, f, init, op)  init op f(0) op ... op f(n-1); f returns what
//                         op takes, a plain struct of some doubles
//   for_each(n, f, m, g), reduce(n, f, m, g, init, op)  the same for f(0), ...,
//                         f(n-1), g(0), ..., g(m-1)
//   upload(v, x), download(x, v)  between std::vector and Vector
//
// f and op are GPUINV_HD lambdas or functors that capture scalars and pointers
// into the space.  In an iteration only the results of reduce leave the space.
#ifdef __CUDACC__
#define GPUINV_HD __host__ __device__
#else
#define GPUINV_HD
#endif
