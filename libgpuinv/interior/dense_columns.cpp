// dense_columns.cpp (dense columns of A, which would fill S, kept apart)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/dense_columns.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "libgpuinv/vendors/sparse_cholesky.hpp"

namespace gpuinv {

namespace {

// A column with c entries is a clique of S; to factorize it costs c^3/3
// operations.  Columns whose clique costs less than this stay in S.
constexpr double kCheap = 1e8;
constexpr int kShortest = 16;   // fewest entries of a dense column
constexpr double kGain = 3.0;   // least factor by which operations must fall
constexpr double kSlow = 10.0;  // time of an update's operation in BLAS's

int length(const ColumnMatrix& a, int j) { return a.start[j + 1] - a.start[j]; }

double clique(double c) { return c * c * c / 3; }

std::vector<int> longer_than(const ColumnMatrix& a, int limit) {
  std::vector<int> columns;
  for (int j = 0; j < a.columns; j++)
    if (length(a, j) > limit) columns.push_back(j);
  return columns;
}

int longest_of(const ColumnMatrix& a) {
  int longest = 0;
  for (int j = 0; j < a.columns; j++) longest = std::max(longest, length(a, j));
  return longest;
}

// The operations of a factorization with some columns kept apart: without and
// with what those columns take.
struct Operations {
  double rest, all;
};

// Infinite if S alone, without any fill, takes more than `most` operations.
Operations operations(const ColumnMatrix& a, const std::vector<int>& apart,
                      double most) {
  const SparseVectors rest = some_columns(a, other_columns(a.columns, apart));
  const double nnz_s = sampled_nnz(rest.columns(a.rows));
  if (nnz_s * nnz_s > most * a.rows) return {HUGE_VAL, HUGE_VAL};
  const SparseOrder order(NormalPattern(rest.columns(a.rows)),
                          Ordering::kMinimumDegree);
  const double k = static_cast<double>(apart.size());
  return {order.flops,
          order.flops + kSlow * (2 * k * order.nnz_l + 3 * k * k * a.rows)};
}

}  // namespace

SparseVectors some_columns(const ColumnMatrix& a,
                           const std::vector<int>& columns) {
  SparseVectors copy;
  for (int j : columns) {
    for (int t = a.start[j]; t < a.start[j + 1]; t++)
      copy.append(a.row[t], a.value[t]);
    copy.end_vector();
  }
  return copy;
}

std::vector<int> other_columns(int count, const std::vector<int>& columns) {
  std::vector<int> others;
  auto next = columns.begin();
  for (int j = 0; j < count; j++)
    if (next != columns.end() && *next == j)
      ++next;
    else
      others.push_back(j);
  return others;
}

// Tries limits from the most columns apart to the fewest.  What a limit leaves
// in S is analyzed only if it is new and its largest clique alone costs less
// than the best choice so far.  With fewer columns apart S has more elements,
// so the search ends where S alone costs as much.
std::vector<int> dense_columns(const ColumnMatrix& a) {
  const int longest = longest_of(a);
  std::vector<int> best;
  if (clique(longest) < kCheap) return best;
  double fewest = clique(longest) / kGain;
  std::size_t last = 0;
  for (int limit = kShortest; limit < longest; limit *= 2) {
    std::vector<int> apart = longer_than(a, limit);
    if (apart.size() > kMostApart || 4 * apart.size() > a.rows * 1u) continue;
    if (apart.size() == std::exchange(last, apart.size())) continue;
    const std::vector<int> kept = other_columns(a.columns, apart);
    double largest = 0.0;
    for (int j : kept) largest = std::max(largest, clique(length(a, j)));
    if (largest >= fewest) break;
    const Operations flops = operations(a, apart, fewest);
    if (flops.rest >= fewest) break;
    if (flops.all >= fewest) continue;
    fewest = flops.all;
    best = std::move(apart);
  }
  return best;
}

void ProductForm::Factor::forward(double* x) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < p.size(); i++) {
    const double y = x[i] - p[i] * sum;
    sum += beta[i] * y;
    x[i] = y / g[i];
  }
}

void ProductForm::Factor::backward(double* x) const {
  double sum = 0.0;
  for (std::size_t i = p.size(); i-- > 0;) {
    x[i] = x[i] / g[i] - beta[i] * sum;
    sum += p[i] * x[i];
  }
}

bool ProductForm::append(std::vector<double> p) {
  forward(p.data());
  Factor factor;
  factor.beta.resize(m_);
  factor.g.resize(m_);
  double t = 1.0;
  for (int i = 0; i < m_; i++) {
    const double before = t;
    t += p[i] * p[i];
    factor.beta[i] = p[i] / t;
    factor.g[i] = std::sqrt(t / before);
  }
  if (!std::isfinite(t)) return false;
  factor.p = std::move(p);
  factors_.push_back(std::move(factor));
  return true;
}

void ProductForm::forward(double* x) const {
  for (const Factor& factor : factors_) factor.forward(x);
}

void ProductForm::backward(double* x) const {
  for (auto factor = factors_.rbegin(); factor != factors_.rend(); ++factor)
    factor->backward(x);
}

}  // namespace gpuinv
