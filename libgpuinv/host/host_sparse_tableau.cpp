// host_sparse_tableau.cpp (simplex tableau from sparse LU factors of B and A)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/host/host_sparse_tableau.hpp"

#include <algorithm>

#include "libgpuinv/base/error.hpp"

namespace gpuinv {
namespace {

using rules::kSketch;
static_assert(kSketch % kLanes == 0, "sketches fill whole panels");

// A row of inv(B) with a larger share of non-zeros is multiplied by columns of
// N: these need no test whether a variable is basic, and no list.
constexpr double kSparseShare = 0.3;

// Elements that are rounding errors of zero lose their value; they stay listed.
void clean(Scattered* x) {
  for (const int i : x->index) x->value[i] = rules::without_noise(x->value[i]);
}

}  // namespace

std::size_t HostSparseTableau::bytes_without_factors(int m, int nn,
                                                     std::size_t nnz) {
  const std::size_t rows = m, columns = nn;
  return (sizeof(double) + sizeof(int)) * (nnz + 4 * rows + 2 * columns) +
         sizeof(double) * 3 * kLanes * rows + sketch_bytes(rows, columns);
}

bool HostSparseTableau::build(const WorkingLp& lp, const SimplexBasis& basis) {
  resize(lp);
  if (lp_ == nullptr) {
    lp_ = &lp;
    copy_rows();
    line_ = Scattered(m_);
    panel_ = Panel(m_);
  }
  s_.basic = basis.basic;
  s_.nonbasic = basis.nonbasic;
  set_places();
  return factor_.factorize(lp, basis.basic, interrupt_).empty();
}

void HostSparseTableau::push(const SimplexState& state) {
  HostSimplex::push(state);
  set_places();
}

void HostSparseTableau::copy_rows() {
  rows_.index.resize(lp_->val.size());
  rows_.value.resize(lp_->val.size());
  rows_.start = by_rows(*lp_, [this](int q, int k, int t) {
    rows_.index[q] = k;
    rows_.value[q] = lp_->val[t];
  });
}

void HostSparseTableau::set_places() {
  place_.assign(lp_->n, -1);
  for (int j = 0; j < nn_; j++) place_[s_.nonbasic[j]] = j;
}

void HostSparseTableau::add_entries(const Change& change) {
  const int k = s_.nonbasic[change.column];
  for (std::size_t t = lp_->ptr[k]; t < lp_->ptr[k + 1]; t++)
    alpha_.add(lp_->ind[t], change.by * lp_->val[t]);
}

void HostSparseTableau::load_column(int q) {
  alpha_.clear();
  add_entries({q, 1.0});
  factor_.ftran_entering(&alpha_);
  clean(&alpha_);
}

void HostSparseTableau::load_columns(const std::vector<Change>& changes) {
  alpha_.clear();
  for (const Change& c : changes) add_entries(c);
  factor_.ftran(&alpha_);
  clean(&alpha_);
}

// row p of inv(B), and its product with N
void HostSparseTableau::load_row(int p) {
  line_.clear();
  line_.add(p, 1.0);
  factor_.btran(&line_);
  clean(&line_);
  rho_.clear();
  if (static_cast<double>(line_.index.size()) <= kSparseShare * m_)
    load_row_by_rows();
  else
    load_row_by_columns();
}

void HostSparseTableau::load_row_by_rows() {
  for (const int r : line_.index) {
    const double x = line_.value[r];
    if (x == 0.0) continue;
    for (int t = rows_.start[r]; t < rows_.start[r + 1]; t++) {
      const int j = place_[rows_.index[t]];
      if (j >= 0) rho_.add(j, x * rows_.value[t]);
    }
  }
}

void HostSparseTableau::load_row_by_columns() {
  for (int j = 0; j < nn_; j++) {
    const double x = product(s_.nonbasic[j], line_);
    if (x != 0.0) rho_.add(j, x);
  }
}

// row*a_k
double HostSparseTableau::product(int k, const Scattered& row) const {
  double sum = 0.0;
  for (std::size_t t = lp_->ptr[k]; t < lp_->ptr[k + 1]; t++)
    sum += lp_->val[t] * row.value[lp_->ind[t]];
  return sum;
}

void HostSparseTableau::append(int p, int q) {
  place_[s_.basic[p]] = -1;
  place_[s_.nonbasic[q]] = q;
  factor_.update(p, 0);
  if (factor_.worn() && !factor_.factorize(*lp_, s_.basic, interrupt_).empty())
    throw Error(GPUINV_SINGULAR,
                "simplex: pivots have led to a singular basis");
}

// y := inv(B)*(N*z_N + b*z_nn)
void HostSparseTableau::product(const double* z, double* y) {
  Scattered x(m_);
  for (int r = 0; r < m_; r++)
    if (lp_->b[r] != 0.0) x.add(r, lp_->b[r] * z[nn_]);
  for (int j = 0; j < nn_; j++) {
    const int k = s_.nonbasic[j];
    if (z[j] == 0.0) continue;
    for (std::size_t t = lp_->ptr[k]; t < lp_->ptr[k + 1]; t++)
      x.add(lp_->ind[t], lp_->val[t] * z[j]);
  }
  factor_.ftran(&x);
  std::copy(x.value.begin(), x.value.end(), y);
}

// v := [N b]'*inv(B')*w
void HostSparseTableau::product_transposed(const double* w, double* v) {
  Scattered x(m_);
  for (int i = 0; i < m_; i++)
    if (w[i] != 0.0) x.add(i, w[i]);
  factor_.btran(&x);
  for (int j = 0; j < nn_; j++) v[j] = product(s_.nonbasic[j], x);
  v[nn_] = 0.0;
  for (int r = 0; r < m_; r++) v[nn_] += lp_->b[r] * x.value[r];
}

// y += inv(B)*(N*g), a panel of kLanes columns at a time
void HostSparseTableau::add_product(const double* g, double* y) {
  for (int s = 0; s < kSketch; s += kLanes) {
    interrupt_.look();
    for (int j = 0; j < nn_; j++) {
      const int k = s_.nonbasic[j];
      const double* own = g + j * static_cast<std::size_t>(kSketch) + s;
      for (std::size_t t = lp_->ptr[k]; t < lp_->ptr[k + 1]; t++) {
        panel_.list(lp_->ind[t]);
        double* to = panel_.at(lp_->ind[t]);
        for (int l = 0; l < kLanes; l++) to[l] += lp_->val[t] * own[l];
      }
    }
    factor_.ftran(&panel_);
    for (const int i : panel_.index)
      for (int l = 0; l < kLanes; l++)
        y[i * static_cast<std::size_t>(kSketch) + s + l] += panel_.at(i)[l];
    panel_.clear();
  }
}

// z -= N'*(inv(B')*g)
void HostSparseTableau::subtract_transposed(const double* g, double* z) {
  for (int s = 0; s < kSketch; s += kLanes) {
    interrupt_.look();
    for (int i = 0; i < m_; i++) {
      panel_.list(i);
      std::copy_n(g + i * static_cast<std::size_t>(kSketch) + s, kLanes,
                  panel_.at(i));
    }
    factor_.btran(&panel_);
    for (int j = 0; j < nn_; j++) {
      const int k = s_.nonbasic[j];
      double* own = z + j * static_cast<std::size_t>(kSketch) + s;
      for (std::size_t t = lp_->ptr[k]; t < lp_->ptr[k + 1]; t++) {
        const double* from = panel_.at(lp_->ind[t]);
        for (int l = 0; l < kLanes; l++) own[l] -= lp_->val[t] * from[l];
      }
    }
    panel_.clear();
  }
}

}  // namespace gpuinv
