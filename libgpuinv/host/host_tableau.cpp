// host/host_tableau.cpp (dense simplex tableau by BLAS)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "host_tableau.hpp"

#include <algorithm>

#include "../dense_column.hpp"
#include "blas_guard.hpp"
#include "lapack.hpp"

namespace gpuinv {

std::size_t HostTableau::bytes_needed(int m, int nn, std::size_t) {
  const std::size_t rows = m, ld = nn + 1;
  const std::size_t build = rows * (rows + ld);  // LU and right-hand sides
  return sizeof(double) * (rows * ld + kPending * (rows + ld) + build) +
         sketch_bytes(rows, ld);
}

bool HostTableau::build(const WorkingLp& lp, const SimplexBasis& basis) {
  resize(lp);
  ld_ = nn_ + 1;
  pending_ = 0;
  t0_.assign(m_ * static_cast<std::size_t>(ld_), 0.0);
  const bool built = (build_triangular(lp, basis) || build_by_lu(lp, basis)) &&
                     all_finite(t0_.size(), t0_.data());
  u_.assign(m_ * static_cast<std::size_t>(kPending), 0.0);
  v_.assign(ld_ * static_cast<std::size_t>(kPending), 0.0);
  return built;
}

// Without a kernel (singletons.hpp), with row i of [N b] over its pivot b_ij
// in the place of t_j, row j of T, and in order:
//   t_j := t_j - sum over the other entries b_ih of row i of b_ih/b_ij*t_h.
bool HostTableau::build_triangular(const WorkingLp& lp,
                                   const SimplexBasis& basis) {
  const std::vector<HostColumn> columns = columns_of(lp, basis.basic);
  if (!order_.find({m_, m_, lp.ind.base(), columns.data()}) ||
      order_.kernel() > 0)
    return false;
  place_rows(lp, basis);
  for (int p = 0; p < m_; p++) {
    const int i = order_.row(p), j = order_.column(p);
    for (std::size_t t = order_.start(i); t < order_.start(i + 1); t++) {
      const int h = order_.index(t);
      if (h == j) continue;
      const double w = order_.value(t) / order_.pivot(p);
      const double* source = row(h);
      double* target = row(j);
      for (int c = 0; c < ld_; c++) target[c] -= w * source[c];
    }
  }
  return true;
}

void HostTableau::place_rows(const WorkingLp& lp, const SimplexBasis& basis) {
  std::vector<int> place(m_);  // by row of A
  for (int p = 0; p < m_; p++) place[order_.row(p)] = p;
  const auto put = [&](int i, int c, double value) {
    row(order_.column(place[i]))[c] = value / order_.pivot(place[i]);
  };
  for (int j = 0; j < nn_; j++)
    for (std::size_t t = lp.ptr[basis.nonbasic[j]];
         t < lp.ptr[basis.nonbasic[j] + 1]; t++)
      put(lp.ind[t], j, lp.val[t]);
  for (int i = 0; i < m_; i++) put(i, nn_, lp.b[i]);
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
  if (info != 0) return false;
  constexpr int kTile = 32;  // transposed by tiles that stay in cache
  for (int i0 = 0; i0 < m_; i0 += kTile)
    for (int j0 = 0; j0 < ld_; j0 += kTile)
      for (int i = i0; i < std::min(i0 + kTile, m_); i++)
        for (int j = j0; j < std::min(j0 + kTile, ld_); j++)
          row(i)[j] = x[j * static_cast<std::size_t>(m_) + i];
  return true;
}

// column q of T0 + U*V
void HostTableau::load_column(int q) {
  for (int i = 0; i < m_; i++) {
    double a = row(i)[q];
    for (int k = 0; k < pending_; k++)
      a += u_[i * static_cast<std::size_t>(kPending) + k] *
           v_[k * static_cast<std::size_t>(ld_) + q];
    alpha_[i] = a;
  }
}

// row p of T0 + U*V
void HostTableau::load_row(int p) {
  std::copy(row(p), row(p) + ld_, rho_.begin());
  for (int k = 0; k < pending_; k++) {
    const double u = u_[p * static_cast<std::size_t>(kPending) + k];
    const double* v = v_.data() + k * static_cast<std::size_t>(ld_);
    if (u == 0.0) continue;
    for (int j = 0; j < ld_; j++) rho_[j] += u * v[j];
  }
}

// The rank-one change of T for the pivot (p, q); see class Tableau.
void HostTableau::append(int p, int q) {
  const double pivot = alpha_[p];
  for (int k = 0; k < pending_; k++)
    v_[k * static_cast<std::size_t>(ld_) + q] = 0.0;
  for (int i = 0; i < m_; i++) {
    row(i)[q] = i == p ? 1.0 : 0.0;
    u_[i * static_cast<std::size_t>(kPending) + pending_] =
        (i == p ? 1.0 : 0.0) - alpha_[i];
  }
  double* v = v_.data() + pending_ * static_cast<std::size_t>(ld_);
  for (int j = 0; j < ld_; j++) v[j] = rho_[j] / pivot;
  v[q] = 1.0 / pivot;
  if (++pending_ == kPending) fold();
}

// T0 := T0 + U*V; row-major is transposed to dgemm.
void HostTableau::fold() {
  if (pending_ == 0) return;
  const double one = 1.0;
  const int lead = kPending;
  const BlasGuard guard;
  dgemm_("N", "N", &ld_, &m_, &pending_, &one, v_.data(), &ld_, u_.data(),
         &lead, &one, t0_.data(), &ld_);
  pending_ = 0;
}

// y := T*z, v := T'*w by dgemv, to which row-major is transposed.
void HostTableau::product(const double* z, double* y) {
  const int one = 1;
  const double unit = 1.0, zero = 0.0;
  const BlasGuard guard;
  dgemv_("T", &ld_, &m_, &unit, t0_.data(), &ld_, z, &one, &zero, y, &one);
}

void HostTableau::product_transposed(const double* w, double* v) {
  const int one = 1;
  const double unit = 1.0, zero = 0.0;
  const BlasGuard guard;
  dgemv_("N", &ld_, &m_, &unit, t0_.data(), &ld_, w, &one, &zero, v, &one);
}

// Row-major is transposed to dgemm.
void HostTableau::add_product(const double* g, double* y) {
  const int columns = rules::kSketch;
  const double one = 1.0;
  fold();
  const BlasGuard guard;
  dgemm_("N", "N", &columns, &m_, &nn_, &one, g, &columns, t0_.data(), &ld_,
         &one, y, &columns);
}

void HostTableau::subtract_transposed(const double* g, double* z) {
  const int columns = rules::kSketch;
  const double one = 1.0, minus = -1.0;
  fold();
  const BlasGuard guard;
  dgemm_("N", "T", &columns, &nn_, &m_, &minus, g, &columns, t0_.data(), &ld_,
         &one, z, &columns);
}

}  // namespace gpuinv
