// host_tableau.cpp (dense simplex tableau by BLAS)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/host/host_tableau.hpp"

#include <algorithm>

#include "libgpuinv/sparse/pivot_columns.hpp"

namespace gpuinv {
namespace {

// The time of an element on a cache line of its own, in operations.
constexpr double kScattered = 16.0;

}  // namespace

std::size_t HostTableau::bytes_needed(int m, int nn, std::size_t) {
  const std::size_t rows = m, ld = nn + 1;
  const std::size_t build = rows * (rows + ld);  // LU and right-hand sides
  return sizeof(double) * (rows * ld + kPending * (rows + ld) + build) +
         sketch_bytes(rows, ld);
}

bool HostTableau::build(const WorkingLp& lp, const SimplexBasis& basis) {
  resize(lp);
  ld_ = nn_ + 1;
  pending_.reset(m_, ld_, kPending);
  if (t0_ == nullptr) t0_.reset(new double[elements()]);
  return (build_triangular(lp, basis) || build_by_lu(lp, basis)) &&
         steps_.all_finite(elements(), t0_.get());
}

std::vector<int> HostTableau::independent_columns(const ColumnMatrix& a) {
  const int m = a.rows, k = a.columns;
  std::vector<double> dense(static_cast<std::size_t>(m) * k);
  for (int j = 0; j < k; j++)
    for (int t = a.start[j]; t < a.start[j + 1]; t++)
      dense[static_cast<std::size_t>(a.row[t]) * k + j] = a.value[t];
  std::vector<int> swaps(m);
  if (!steps_.factorize(k, m, {dense.data(), k}, swaps.data())) return {};
  std::vector<double> pivot(m);
  for (int i = 0; i < m; i++) pivot[i] = dense[i * (k + std::size_t{1})];
  return pivot_columns(a, swaps, pivot);
}

// Builds T0 if there is no nucleus (singletons.hpp).  Row j of T, t_j, starts
// as row i of [N b] divided by its pivot b_ij; then, in order,
//   t_j := t_j - sum over the other entries b_ih of row i of b_ih/b_ij*t_h.
bool HostTableau::build_triangular(const WorkingLp& lp,
                                   const SimplexBasis& basis) {
  const std::vector<HostColumn> columns = columns_of(lp, basis.basic);
  if (!order_.find({m_, m_, lp.ind.base(), columns.data()}) ||
      order_.nucleus() > 0)
    return false;
  place_rows(lp, basis);
  Lookout lookout(interrupt_);
  for (int p = 0; p < m_; p++) {
    const int i = order_.row(p), j = order_.column(p);
    for (std::size_t t = order_.start(i); t < order_.start(i + 1); t++) {
      const int h = order_.index(t);
      if (h == j) continue;
      const double w = order_.value(t) / order_.pivot(p);
      const double* source = row(h);
      double* target = row(j);
      for (int c = 0; c < ld_; c++) target[c] -= w * source[c];
      lookout.add(ld_);
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
  Lookout lookout(interrupt_);
  steps_.fill(elements(), t0_.get(), 0.0);
  for (int j = 0; j < nn_; j++) {
    const std::size_t first = lp.ptr[basis.nonbasic[j]],
                      end = lp.ptr[basis.nonbasic[j] + 1];
    for (std::size_t t = first; t < end; t++) put(lp.ind[t], j, lp.val[t]);
    lookout.add(kScattered * static_cast<double>(end - first));
  }
  for (int i = 0; i < m_; i++) put(i, nn_, lp.b[i]);
}

// Copies columns `which` of A and, if wanted, b after them, column-major.
void HostTableau::copy_dense(const WorkingLp& lp, const std::vector<int>& which,
                             bool with_b,
                             std::unique_ptr<double[]>* dense) const {
  const std::size_t m = lp.m, elements = m * (which.size() + with_b);
  dense->reset(new double[elements]);
  double* a = dense->get();
  steps_.fill(elements, a, 0.0);
  Lookout lookout(interrupt_);
  for (std::size_t c = 0; c < which.size(); c++) {
    const std::size_t first = lp.ptr[which[c]], end = lp.ptr[which[c] + 1];
    for (std::size_t t = first; t < end; t++) a[c * m + lp.ind[t]] = lp.val[t];
    lookout.add(static_cast<double>(end - first));
  }
  if (with_b) std::copy(lp.b.begin(), lp.b.end(), a + elements - m);
}

bool HostTableau::build_by_lu(const WorkingLp& lp, const SimplexBasis& basis) {
  copy_dense(lp, basis.basic, false, &factors_);
  std::vector<int> pivots(m_);
  const host::Block factors = {factors_.get(), m_};
  if (!steps_.factorize(m_, m_, factors, pivots.data())) return false;
  copy_dense(lp, basis.nonbasic, true, &sides_);
  steps_.solve(m_, ld_, factors, pivots.data(), {sides_.get(), m_});
  constexpr int kTile = 32;  // tiles that stay in cache are transposed
  Lookout lookout(interrupt_);
  for (int i0 = 0; i0 < m_; i0 += kTile) {
    for (int j0 = 0; j0 < ld_; j0 += kTile)
      for (int i = i0; i < std::min(i0 + kTile, m_); i++)
        for (int j = j0; j < std::min(j0 + kTile, ld_); j++)
          row(i)[j] = sides_[j * static_cast<std::size_t>(m_) + i];
    lookout.add(static_cast<double>(kTile) * ld_);
  }
  factors_.reset();
  sides_.reset();
  return true;
}

// column q of T0 + U*V
void HostTableau::load_column(int q) {
  for (int i = 0; i < m_; i++) alpha_.value[i] = row(i)[q];
  pending_.add_ftran({{q}, {1.0}}, alpha_.value.data());
}

// The sum of columns of T0 + U*V, each times its change
void HostTableau::load_columns(const std::vector<Change>& changes) {
  SparseVector z;
  for (const Change& c : changes) {
    z.ind.push_back(c.column);
    z.val.push_back(c.by);
  }
  for (int i = 0; i < m_; i++) {
    alpha_.value[i] = 0.0;
    for (const Change& c : changes) alpha_.value[i] += c.by * row(i)[c.column];
  }
  pending_.add_ftran(z, alpha_.value.data());
}

// row p of T0 + U*V
void HostTableau::load_row(int p) {
  std::copy(row(p), row(p) + ld_, rho_.value.begin());
  pending_.add_btran({{p}, {1.0}}, rho_.value.data());
}

// Appends the rank-one change of T for the pivot (p, q); see class Tableau.
void HostTableau::append(int p, int q) {
  const double pivot = alpha_.value[p];
  pending_.clear_column(q);
  const host::PendingChanges::Change change = pending_.add();
  for (int i = 0; i < m_; i++) {
    row(i)[q] = i == p ? 1.0 : 0.0;
    change.u[i] = row(i)[q] - alpha_.value[i];
  }
  for (int j = 0; j < ld_; j++) change.v[j] = rho_.value[j] / pivot;
  change.v[q] = 1.0 / pivot;
  if (pending_.full()) fold();
}

void HostTableau::fold() {
  if (pending_.count() == 0) return;
  pending_.add_to(t0_.get(), steps_);
  pending_.clear();
}

void HostTableau::product(const double* z, double* y) {
  steps_.gemv('T', ld_, m_, {t0_.get(), ld_}, z, y);
}

void HostTableau::product_transposed(const double* w, double* v) {
  steps_.gemv('N', ld_, m_, {t0_.get(), ld_}, w, v);
}

void HostTableau::add_product(const double* g, double* y) {
  constexpr int kColumns = rules::kSketch;
  fold();
  steps_.gemm('N', 'N', kColumns, m_, nn_, 1.0, {g, kColumns}, {t0_.get(), ld_},
              1.0, {y, kColumns});
}

void HostTableau::subtract_transposed(const double* g, double* z) {
  constexpr int kColumns = rules::kSketch;
  fold();
  steps_.gemm('N', 'T', kColumns, nn_, m_, -1.0, {g, kColumns},
              {t0_.get(), ld_}, 1.0, {z, kColumns});
}

}  // namespace gpuinv
