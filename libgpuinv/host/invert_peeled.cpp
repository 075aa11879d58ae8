// host/invert_peeled.cpp (inverse of a basis by that of its kernel)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

// Columns of one entry, the slacks, are peeled off.  In the order "kernel,
// slacks" of rows and columns
//
//        [ K  0 ]             [  inv(K)              0      ]
//    B = [      ],   inv(B) = [                             ].
//        [ E  D ]             [ -inv(D)*E*inv(K)    inv(D)  ]

#include <cmath>

#include "blas_guard.hpp"
#include "inverse_tableau.hpp"
#include "lapack.hpp"

namespace gpuinv {
namespace {

bool finite(const std::vector<double>& a) {
  double sum = 0.0;
  for (double v : a) sum += v * 0.0;
  return sum == 0.0;
}

// inv(K) in place, K by rows being its transpose by columns.
bool invert_dense(int k, std::vector<double>* a) {
  if (k == 0) return true;
  std::vector<int> pivots(k);
  std::vector<double> work(64 * static_cast<std::size_t>(k));
  const int length = static_cast<int>(work.size());
  int info = 0;
  const BlasGuard guard;
  dgetrf_(&k, &k, a->data(), &k, pivots.data(), &info);
  if (info != 0) return false;
  dgetri_(&k, a->data(), &k, pivots.data(), work.data(), &length, &info);
  return info == 0 && finite(*a);
}

}  // namespace

// K by rows from columns of A; place: of the kernel's rows, else -1.
bool InverseTableau::invert_kernel(const std::vector<int>& columns,
                                   const std::vector<int>& place,
                                   std::vector<double>* inverse) {
  const std::size_t k = columns.size();
  inverse->assign(k * k, 0.0);
  for (std::size_t c = 0; c < k; c++)
    for (std::size_t t = lp_->ptr[columns[c]]; t < lp_->ptr[columns[c] + 1];
         t++)
      if (place[lp_->ind[t]] >= 0)
        (*inverse)[place[lp_->ind[t]] * k + c] = lp_->val[t];
  return invert_dense(static_cast<int>(k), inverse);
}

bool InverseTableau::invert(const SimplexBasis& basis) {
  std::vector<int> slack(m_, -1);       // position of the slack, by row of A
  std::vector<double> entry(m_);        // of that slack
  std::vector<int> columns, positions;  // of the kernel
  for (int i = 0; i < m_; i++) {
    const int k = basis.basic[i];
    const std::size_t t = lp_->ptr[k];
    if (lp_->ptr[k + 1] == t + 1 && lp_->val[t] != 0.0 &&
        slack[lp_->ind[t]] < 0) {
      slack[lp_->ind[t]] = i;
      entry[lp_->ind[t]] = lp_->val[t];
    } else {
      columns.push_back(k);
      positions.push_back(i);
    }
  }
  std::vector<int> rows, place(m_, -1);  // of the kernel
  for (int r = 0; r < m_; r++) {
    if (slack[r] >= 0) continue;
    place[r] = static_cast<int>(rows.size());
    rows.push_back(r);
  }
  std::vector<double> kernel;
  if (!invert_kernel(columns, place, &kernel)) return false;
  w0_.assign(m_ * static_cast<std::size_t>(m_), 0.0);
  for (int r = 0; r < m_; r++)
    if (slack[r] >= 0) row(slack[r])[r] = 1.0 / entry[r];
  const std::size_t k = columns.size();
  for (std::size_t c = 0; c < k; c++) {
    const double* own = kernel.data() + c * k;
    for (std::size_t s = 0; s < k; s++) row(positions[c])[rows[s]] = own[s];
    for (std::size_t t = lp_->ptr[columns[c]]; t < lp_->ptr[columns[c] + 1];
         t++) {
      const int r = lp_->ind[t];
      if (slack[r] < 0) continue;
      const double factor = lp_->val[t] / entry[r];
      for (std::size_t s = 0; s < k; s++)
        row(slack[r])[rows[s]] -= factor * own[s];
    }
  }
  return finite(w0_);
}

}  // namespace gpuinv
