// dependent_columns.cpp (repair of a singular basis)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "dependent_columns.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numeric>
#include <utility>

#include "host/blas_guard.hpp"
#include "host/vendors.hpp"

namespace gpuinv {
namespace {

// Copies columns perm[0..count-1] of B into a column-major matrix.
std::vector<double> dense_columns(const SparseColumns& b,
                                  const std::vector<int>& perm, int count) {
  const std::size_t m = b.size();
  std::vector<double> dense(m * std::max(count, 1), 0.0);
  for (int c = 0; c < count; c++)
    for (int t = 0; t < b.length(perm[c]); t++)
      dense[c * m + b.indices(perm[c])[t]] = b.values(perm[c])[t];
  return dense;
}

// Reorders perm so that independent columns come first; returns the rank.
int rank_order(const SparseColumns& b, std::vector<int>& perm) {
  const int m = b.size();
  std::vector<double> a = dense_columns(b, perm, m);
  std::vector<int> jpvt(m, 0);
  std::vector<double> tau(m);
  int info = 0, lwork = -1;
  double best = 0.0;
  const BlasGuard guard;
  vendors().dgeqp3(&m, &m, a.data(), &m, jpvt.data(), tau.data(), &best, &lwork,
                   &info);
  lwork = static_cast<int>(best);
  std::vector<double> work(lwork);
  vendors().dgeqp3(&m, &m, a.data(), &m, jpvt.data(), tau.data(), work.data(),
                   &lwork, &info);
  for (int c = 0; c < m; c++) perm[c] = jpvt[c] - 1;
  const double zero = m * DBL_EPSILON * std::fabs(a[0]);
  int rank = 0;
  while (rank < m - 1 &&
         std::fabs(a[rank * (static_cast<std::size_t>(m) + 1)]) > zero)
    rank++;
  return rank;
}

}  // namespace

Dependent dependent_columns(const SparseColumns& b) {
  const int m = b.size();
  std::vector<int> perm(m);
  std::iota(perm.begin(), perm.end(), 0);
  const int rank = rank_order(b, perm);
  std::vector<int> rows(m);
  std::iota(rows.begin(), rows.end(), 0);
  if (rank > 0) {
    std::vector<double> a = dense_columns(b, perm, rank);
    std::vector<int> ipiv(rank);
    int info = 0;
    const BlasGuard guard;
    vendors().dgetrf(&m, &rank, a.data(), &m, ipiv.data(), &info);
    for (int i = 0; i < rank; i++) std::swap(rows[i], rows[ipiv[i] - 1]);
  }
  Dependent d;
  d.cols.assign(perm.begin() + rank, perm.end());
  d.rows.assign(rows.begin() + rank, rows.end());
  return d;
}

}  // namespace gpuinv
