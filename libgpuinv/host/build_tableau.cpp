// host/build_tableau.cpp (tableau of a basis from the matrix)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <algorithm>
#include <cmath>

#include "blas_guard.hpp"
#include "host_tableau.hpp"
#include "lapack.hpp"

namespace gpuinv {

bool HostTableau::build(const WorkingLp& lp, const SimplexBasis& basis) {
  m_ = lp.m;
  nn_ = lp.n - lp.m;
  ld_ = nn_ + 1;
  pending_ = 0;
  t0_.assign(m_ * static_cast<std::size_t>(ld_), 0.0);
  alpha_.resize(m_);
  rho_.resize(ld_);
  const bool built = build_from_slacks(lp, basis) || build_by_lu(lp, basis);
  u_.assign(m_ * static_cast<std::size_t>(kPending), 0.0);
  v_.assign(ld_ * static_cast<std::size_t>(kPending), 0.0);
  return built;
}

// B has one entry per row and column: row i of T is row r of [N b] over
// that entry.
bool HostTableau::build_from_slacks(const WorkingLp& lp,
                                    const SimplexBasis& basis) {
  std::vector<int> row_of(m_, -1);  // position in the basis, by row of A
  std::vector<double> entry(m_);
  for (int i = 0; i < m_; i++) {
    const std::size_t t = lp.ptr[basis.basic[i]];
    if (lp.ptr[basis.basic[i] + 1] != t + 1 || lp.val[t] == 0.0 ||
        row_of[lp.ind[t]] >= 0)
      return false;
    row_of[lp.ind[t]] = i;
    entry[i] = lp.val[t];
  }
  for (int j = 0; j < nn_; j++)
    for (std::size_t t = lp.ptr[basis.nonbasic[j]];
         t < lp.ptr[basis.nonbasic[j] + 1]; t++) {
      const int i = row_of[lp.ind[t]];
      row(i)[j] = lp.val[t] / entry[i];
    }
  for (int r = 0; r < m_; r++) row(row_of[r])[nn_] = lp.b[r] / entry[row_of[r]];
  return true;
}

namespace {

// Columns `which` of A, and b behind them if wanted, column-major.
std::vector<double> dense(const WorkingLp& lp, const std::vector<int>& which,
                          bool with_b) {
  const std::size_t m = lp.m;
  std::vector<double> a(m * (which.size() + with_b), 0.0);
  for (std::size_t c = 0; c < which.size(); c++)
    for (std::size_t t = lp.ptr[which[c]]; t < lp.ptr[which[c] + 1]; t++)
      a[c * m + lp.ind[t]] = lp.val[t];
  if (with_b) std::copy(lp.b.begin(), lp.b.end(), a.end() - m);
  return a;
}

bool finite(const std::vector<double>& a) {
  double sum = 0.0;
  for (double v : a) sum += v * 0.0;
  return sum == 0.0;
}

}  // namespace

bool HostTableau::build_by_lu(const WorkingLp& lp, const SimplexBasis& basis) {
  std::vector<double> b = dense(lp, basis.basic, false);
  std::vector<int> pivots(m_);
  int info = 0;
  const BlasGuard guard;
  dgetrf_(&m_, &m_, b.data(), &m_, pivots.data(), &info);
  if (info != 0) return false;
  std::vector<double> x = dense(lp, basis.nonbasic, true);
  dgetrs_("N", &m_, &ld_, b.data(), &m_, pivots.data(), x.data(), &m_, &info);
  if (info != 0 || !finite(x)) return false;
  constexpr int kTile = 32;  // transposed by tiles that stay in cache
  for (int i0 = 0; i0 < m_; i0 += kTile)
    for (int j0 = 0; j0 < ld_; j0 += kTile)
      for (int i = i0; i < std::min(i0 + kTile, m_); i++)
        for (int j = j0; j < std::min(j0 + kTile, ld_); j++)
          row(i)[j] = x[j * static_cast<std::size_t>(m_) + i];
  return true;
}

}  // namespace gpuinv
