// host_inverse_tableau.cpp (simplex tableau from the inverse of B and A)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/host/host_inverse_tableau.hpp"

#include <algorithm>

#include "libgpuinv/host/dense_ops.hpp"
#include "libgpuinv/host/host_peeled_inverse.hpp"

namespace gpuinv {
namespace {

using rules::kSketch;

// If at most this share of a row of W is non-zero, its product with N uses rows
// of A: a zero saves a whole row, but the elements of the others are added at
// scattered places.
constexpr double kSparseShare = 0.2;

}  // namespace

std::size_t HostInverseTableau::bytes_needed(int m, int nn, std::size_t nnz) {
  const std::size_t rows = m;
  const std::size_t doubles = rows * rows + 2 * kPending * rows + nnz;
  return host::invert_basis_bytes(m) + sizeof(double) * doubles +
         sizeof(int) * (nnz + 2 * rows + nn) + sketch_bytes(rows, nn);
}

bool HostInverseTableau::build(const WorkingLp& lp, const SimplexBasis& basis) {
  resize(lp);
  begin(lp, basis);
  pending_.reset(m_, m_, kPending);
  line_.resize(m_);
  return invert(basis);
}

bool HostInverseTableau::invert(const SimplexBasis& basis) {
  const std::vector<HostColumn> columns = columns_of(*lp_, basis.basic);
  const std::size_t elements = m_ * static_cast<std::size_t>(m_);
  if (w0_ == nullptr) w0_.reset(new double[elements]);
  return host::invert_basis({m_, m_, lp_->ind.base(), columns.data()}, &order_,
                            w0_.get(), steps_) &&
         steps_.all_finite(elements, w0_.get());
}

// (W0 + U*V)*a_q
void HostInverseTableau::load_column(int q) {
  entering_.ind.clear();
  entering_.val.clear();
  add_entries({q, 1.0});
  load_entering();
}

// Entries of one row add up, so that W is read once for all columns.
void HostInverseTableau::load_columns(const std::vector<Change>& changes) {
  entering_.ind.clear();
  entering_.val.clear();
  for (const Change& c : changes) add_entries(c);
  std::vector<double> sum(m_, 0.0);
  for (int t = 0; t < entering_.nnz(); t++)
    sum[entering_.ind[t]] += entering_.val[t];
  entering_.ind.clear();
  entering_.val.clear();
  for (int r = 0; r < m_; r++) {
    if (sum[r] == 0.0) continue;
    entering_.ind.push_back(r);
    entering_.val.push_back(sum[r]);
  }
  load_entering();
}

void HostInverseTableau::add_entries(const Change& change) {
  const int k = s_.nonbasic[change.column];
  for (std::size_t t = lp_->ptr[k]; t < lp_->ptr[k + 1]; t++) {
    entering_.ind.push_back(lp_->ind[t]);
    entering_.val.push_back(change.by * lp_->val[t]);
  }
}

void HostInverseTableau::load_entering() {
  host::gather_columns(m_, m_, w0_.get(), entering_, alpha_.value.data());
  pending_.add_ftran(entering_, alpha_.value.data());
  for (double& x : alpha_.value) x = rules::without_noise(x);
}

// row p of W0 + U*V, and its product with N
void HostInverseTableau::load_row(int p) {
  unit_ = {{p}, {1.0}};
  std::copy(row(p), row(p) + m_, line_.begin());
  pending_.add_btran(unit_, line_.data());
  for (double& x : line_) x = rules::without_noise(x);
  const auto zeros = std::count(line_.begin(), line_.end(), 0.0);
  if (static_cast<double>(m_ - zeros) <= kSparseShare * m_)
    return load_row_by_rows();
  for (int j = 0; j < nn_; j++)
    rho_.value[j] = dot(s_.nonbasic[j], line_.data());
}

// Products with basic columns are added at place nn and then discarded.
void HostInverseTableau::load_row_by_rows() {
  const SparseVectors& a = rows();
  std::fill(rho_.value.begin(), rho_.value.end(), 0.0);
  for (int r = 0; r < m_; r++) {
    if (line_[r] == 0.0) continue;
    for (int t = a.start[r]; t < a.start[r + 1]; t++)
      rho_.value[places()[a.index[t]]] += line_[r] * a.value[t];
  }
  rho_.value[nn_] = 0.0;
}

void HostInverseTableau::append(int p, int q) {
  exchange_places(p, q);
  pending_.append(p, alpha_.value.data(), w0_.get());
  if (pending_.full()) fold();
}

void HostInverseTableau::fold() { pending_.fold(w0_.get(), steps_); }

// y := W*(N*z_N + b*z_nn)
void HostInverseTableau::product(const double* z, double* y) {
  steps_.gemv('T', m_, m_, {w0_.get(), m_}, times(z).data(), y);
}

// v := [N b]'*(W'*w)
void HostInverseTableau::product_transposed(const double* w, double* v) {
  std::vector<double> sum(m_);
  steps_.gemv('N', m_, m_, {w0_.get(), m_}, w, sum.data());
  times_transposed(sum.data(), v);
}

// W*(N*g), where dgemm sees row-major matrices as transposed.
void HostInverseTableau::add_product(const double* g, double* y) {
  const std::vector<double> sum = times_sketch(g);
  fold();
  steps_.gemm('N', 'N', kSketch, m_, m_, 1.0, {sum.data(), kSketch},
              {w0_.get(), m_}, 1.0, {y, kSketch});
}

// N'*(W'*g).
void HostInverseTableau::subtract_transposed(const double* g, double* z) {
  std::vector<double> sum(m_ * static_cast<std::size_t>(kSketch));
  fold();
  steps_.gemm('N', 'T', kSketch, m_, m_, 1.0, {g, kSketch}, {w0_.get(), m_},
              0.0, {sum.data(), kSketch});
  subtract_sketch(sum.data(), z);
}

}  // namespace gpuinv
