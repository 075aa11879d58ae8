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
// N, which needs no list and adds at no scattered places.
constexpr double kSparseShare = 0.3;

// Elements that are rounding errors of zero lose their value; they stay listed.
void clean(Scattered* x) {
  for (const int i : x->index) x->value[i] = rules::without_noise(x->value[i]);
}

}  // namespace

std::size_t HostSparseTableau::bytes_without_factors(int m, int nn,
                                                     std::size_t nnz) {
  const std::size_t rows = m, columns = nn;
  return (sizeof(double) + sizeof(int)) * (2 * nnz + 4 * rows + 2 * columns) +
         sizeof(double) * 3 * kLanes * rows + sketch_bytes(rows, columns);
}

bool HostSparseTableau::build(const WorkingLp& lp, const SimplexBasis& basis) {
  resize(lp);
  if (!owned_) {
    owned_.emplace(lp, interrupt_);
    line_ = Scattered(m_);
    panel_ = Panel(m_);
  }
  begin(owned_->lp(), basis);
  return factor_.factorize(*lp_, basis.basic, interrupt_).empty();
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

// Products with basic columns are added at place nn, which is not listed, and
// then discarded.
void HostSparseTableau::load_row_by_rows() {
  const SparseVectors& a = rows();
  rho_.mark(nn_);
  for (const int r : line_.index) {
    const double x = line_.value[r];
    const int t = a.start[r];
    if (x != 0.0)
      rho_.add_products(x, a.index.data() + t, a.value.data() + t,
                        a.start[r + 1] - t, places());
  }
  rho_.unmark(nn_);
}

void HostSparseTableau::load_row_by_columns() {
  for (int j = 0; j < nn_; j++) {
    const double x = dot(s_.nonbasic[j], line_.value.data());
    if (x != 0.0) rho_.add(j, x);
  }
}

void HostSparseTableau::append(int p, int q) {
  exchange_places(p, q);
  factor_.update(p, 0);
  if (factor_.worn() && !factor_.factorize(*lp_, s_.basic, interrupt_).empty())
    throw Error(GPUINV_SINGULAR,
                "simplex: pivots have led to a singular basis");
}

// y := inv(B)*(N*z_N + b*z_nn)
void HostSparseTableau::product(const double* z, double* y) {
  Scattered x(m_);
  x.value = times(z);
  x.gather();
  factor_.ftran(&x);
  std::copy(x.value.begin(), x.value.end(), y);
}

// v := [N b]'*inv(B')*w
void HostSparseTableau::product_transposed(const double* w, double* v) {
  Scattered x(m_);
  std::copy_n(w, m_, x.value.begin());
  x.gather();
  factor_.btran(&x);
  times_transposed(x.value.data(), v);
}

// The columns s to s + kLanes - 1 of a sketch of m rows.
void HostSparseTableau::load_panel(const double* x, int s) {
  interrupt_.look();
  for (int i = 0; i < m_; i++)
    std::copy_n(x + i * static_cast<std::size_t>(kSketch) + s, kLanes,
                panel_.at(i));
  panel_.gather();
}

// y += inv(B)*(N*g), a panel at a time
void HostSparseTableau::add_product(const double* g, double* y) {
  const std::vector<double> sum = times_sketch(g);
  for (int s = 0; s < kSketch; s += kLanes) {
    load_panel(sum.data(), s);
    factor_.ftran(&panel_);
    for (const int i : panel_.index)
      for (int l = 0; l < kLanes; l++)
        y[i * static_cast<std::size_t>(kSketch) + s + l] += panel_.at(i)[l];
  }
}

// z -= N'*(inv(B')*g), a panel at a time
void HostSparseTableau::subtract_transposed(const double* g, double* z) {
  std::vector<double> x(m_ * static_cast<std::size_t>(kSketch));
  for (int s = 0; s < kSketch; s += kLanes) {
    load_panel(g, s);
    factor_.btran(&panel_);
    for (int i = 0; i < m_; i++)
      std::copy_n(panel_.at(i), kLanes,
                  x.data() + i * static_cast<std::size_t>(kSketch) + s);
  }
  subtract_sketch(x.data(), z);
}

}  // namespace gpuinv
