// cholesky.hpp (Cholesky forms of the literature, for comparison only)
// SPDX-License-Identifier: GPL-3.0-or-later

// A = L*L' for a symmetric positive definite m by m matrix by columns, in step
// k = 0..m-1:
//   l_kk := sqrt(a_kk),   l_jk := a_jk / l_kk  (j > k),
// and then either, for column k+1 alone (inner product form),
//   a_j,k+1 := a_j,k+1 - sum_{t <= k} l_jt * l_k+1,t  (j > k),
// or for all that follows (outer product form)
//   a_ij := a_ij - l_ik * l_jk  (i, j > k; triangular form: i >= j).
// These are the forms of Jung (2006), a file each: one kernel for each of the
// steps, one thread for each element that changes.  The project itself does not
// use them.

#pragma once

#include <vector>

#include "kernels/launch.hpp"

namespace gpuinv::kernels::cholesky {

// Both triangles of A are given.  L replaces the lower one.  The square form
// also changes the upper one; the other forms neither read nor change it.  If A
// is not positive definite, L has a NaN.
template <class T>
struct Call {
  Launch launch;
  int m;  // at most 2^20
  T* a;   // m * m, without padding
};

template <class T>
struct Form {
  const char* name;
  bool changes_upper;
  cudaError_t (*launch)(const Call<T>& call);
};

// Returns the forms in the order of the paper; T is float or double.
template <class T>
const std::vector<Form<T>>& forms();

// Computes the lower triangle L on the host, written to be obviously right.
template <class T>
void factorize_on_host(int m, T* a);

// Each form is in the file of its name.
template <class T>
cudaError_t launch_inner_product(const Call<T>& call);
template <class T>
cudaError_t launch_outer_square(const Call<T>& call);
template <class T>
cudaError_t launch_outer_triangular(const Call<T>& call);

}  // namespace gpuinv::kernels::cholesky
