// host_peeled_inverse.cpp (inverse of a basis from that of its nucleus)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/host/host_peeled_inverse.hpp"

#include "libgpuinv/host/dense_ops.hpp"

namespace gpuinv::host {
namespace {

// A row with more than m/kFullShare entries is treated as full: a list of its
// entries would cost more time than it saves.
constexpr std::size_t kFullShare = 4;

// The time of an element on a cache line of its own, in operations.
constexpr std::size_t kScattered = 16;

}  // namespace

HostPeeledInverse::HostPeeledInverse(const Singletons& order, double* inverse,
                                     const Stepwise& steps)
    : order_(order),
      steps_(steps),
      lookout_(steps.interrupt()),
      m_(order.size()),
      x_(inverse),
      patterns_(m_),
      seen_(m_, 0) {}

// row := row + w*(row h of the inverse)
void HostPeeledInverse::add_multiple(double w, int h, double* row,
                                     Pattern* pattern) {
  const double* source = this->row(h);
  const Pattern& entries = patterns_[h];
  lookout_.add(m_);
  if (entries.all) {
    for (std::size_t c = 0; c < m_; c++) row[c] += w * source[c];
    pattern->all = true;
    return;
  }
  for (const int c : entries.list) {
    row[c] += w * source[c];
    if (seen_[c] == stamp_) continue;
    seen_[c] = stamp_;
    pattern->list.push_back(c);
  }
}

void HostPeeledInverse::solve(int place) {
  const int i = order_.row(place), j = order_.column(place);
  double* own = row(j);
  Pattern& pattern = patterns_[j];
  stamp_++;
  seen_[i] = stamp_;  // no earlier row has an entry there
  pattern.list.push_back(i);
  own[i] = 1.0;
  for (std::size_t t = order_.start(i); t < order_.start(i + 1); t++)
    if (order_.index(t) != j)
      add_multiple(-order_.value(t), order_.index(t), own, &pattern);
  drop_long_list(&pattern);
  const double pivot = order_.pivot(place);
  if (pattern.all)
    for (std::size_t c = 0; c < m_; c++) own[c] /= pivot;
  for (const int c : pattern.list) own[c] /= pivot;
}

void HostPeeledInverse::drop_long_list(Pattern* pattern) const {
  if (kFullShare * pattern->list.size() > m_) pattern->all = true;
  // frees its memory, too
  if (pattern->all) std::vector<int>().swap(pattern->list);
}

// Returns -E*x_L, only the columns that can have entries.
std::vector<double> HostPeeledInverse::right_hand_sides(
    const std::vector<int>& reaching) {
  const std::size_t q = reaching.size();
  std::vector<double> w(order_.nucleus() * q, 0.0);
  for (int p = order_.first_nucleus(); p < order_.first_upper(); p++) {
    double* own = w.data() + (p - order_.first_nucleus()) * q;
    const int i = order_.row(p);
    for (std::size_t t = order_.start(i); t < order_.start(i + 1); t++) {
      const int h = order_.index(t);
      if (order_.place(h) >= order_.first_nucleus()) continue;
      lookout_.add(static_cast<double>(q));
      for (std::size_t c = 0; c < q; c++)
        own[c] -= order_.value(t) * row(h)[order_.row(reaching[c])];
    }
  }
  return w;
}

// Stores the rows that belong to columns of the nucleus; the inverse of a
// sparse nucleus has zeros.
void HostPeeledInverse::place_nucleus(const std::vector<double>& nucleus,
                                      const std::vector<int>& reaching,
                                      const std::vector<double>& beside) {
  const std::size_t k = order_.nucleus(), q = reaching.size();
  const int first = order_.first_nucleus();
  for (std::size_t r = 0; r < k; r++) {
    const int j = order_.column(first + static_cast<int>(r));
    const auto place = [&](int p, double value) {
      if (value == 0.0) return;
      row(j)[order_.row(p)] = value;
      patterns_[j].list.push_back(order_.row(p));
    };
    for (std::size_t c = 0; c < k; c++)
      place(first + static_cast<int>(c), nucleus[r * k + c]);
    for (std::size_t c = 0; c < q; c++) place(reaching[c], beside[r * q + c]);
    drop_long_list(&patterns_[j]);
    lookout_.add(static_cast<double>(k + q));
  }
}

bool HostPeeledInverse::invert_nucleus() {
  const int k = order_.nucleus(), first = order_.first_nucleus();
  std::vector<double> nucleus(static_cast<std::size_t>(k) * k, 0.0);
  for (int p = first; p < order_.first_upper(); p++) {
    double* own = nucleus.data() + (p - first) * static_cast<std::size_t>(k);
    const int i = order_.row(p);
    for (std::size_t t = order_.start(i); t < order_.start(i + 1); t++) {
      const int place = order_.place(order_.index(t));
      if (place >= first) own[place - first] = order_.value(t);
    }
  }
  if (!invert_dense(k, nucleus.data(), steps_)) return false;
  const std::vector<int> reaching = order_.reaching();
  const int q = static_cast<int>(reaching.size());
  std::vector<double> w = right_hand_sides(reaching);
  std::vector<double> beside(w.size());
  if (q > 0)  // column-major for BLAS: beside' := w'*inv(K)'
    steps_.gemm('N', 'N', q, k, k, 1.0, {w.data(), q}, {nucleus.data(), k}, 0.0,
                {beside.data(), q});
  place_nucleus(nucleus, reaching, beside);
  return true;
}

bool HostPeeledInverse::invert() {
  steps_.fill(m_ * m_, x_, 0.0);
  for (int p = 0; p < order_.first_nucleus(); p++) solve(p);
  if (order_.nucleus() > 0 && !invert_nucleus()) return false;
  for (int p = order_.first_upper(); p < order_.size(); p++) solve(p);
  return true;
}

// With k rows in the nucleus, inv(K) and two matrices of k rows and up to m - k
// columns beside it have k^2 + 2 k (m - k) numbers, at most m^2.  Rows have
// lists of up to m/kFullShare indices, in vectors that may be twice as large.
std::size_t invert_basis_bytes(int m) {
  const std::size_t rows = m;
  return sizeof(double) * rows * rows +
         2 * sizeof(int) * rows * (rows / kFullShare + 1) +
         rows * (sizeof(HostColumn) + 64) + Singletons::bytes_needed(rows) +
         invert_dense_bytes(m);
}

namespace {

// dense[m*m] := B, row-major
void scatter(const HostColumns& b, double* dense, const Stepwise& steps) {
  const std::size_t m = b.m;
  Lookout lookout(steps.interrupt());
  steps.fill(m * m, dense, 0.0);
  for (int j = 0; j < b.n; j++) {
    const HostColumn& c = b.column[j];
    for (std::size_t t = 0; t < c.nnz; t++)
      dense[(c.ind[t] - b.base) * m + j] = c.val[t];
    lookout.add(static_cast<double>(kScattered * c.nnz));
  }
}

}  // namespace

// LAPACK sees the row-major B as B'; its inverse inv(B)' is inv(B) by rows.
bool invert_basis(const HostColumns& b, Singletons* order, double* inverse,
                  const Stepwise& steps) {
  const double rows = b.m;
  if (order->find(b) && order->work() < 2.0 * rows * rows * rows)
    return HostPeeledInverse(*order, inverse, steps).invert();
  scatter(b, inverse, steps);
  return invert_dense(b.m, inverse, steps);
}

}  // namespace gpuinv::host
