// sparse_columns.cpp (basis matrix B, stored by sparse columns)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/sparse/sparse_columns.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "libgpuinv/base/parallel_for.hpp"

namespace gpuinv {
namespace {

// sum := sum + x*val, size := size + |x*val|
void add_terms(int count, const double* __restrict val, double x,
               double* __restrict sum, double* __restrict size) {
  constexpr int kBlock = 4;  // compilers vectorize a fixed length
  int t = 0;
  for (; t + kBlock <= count; t += kBlock)
    for (int r = 0; r < kBlock; r++) {
      const double term = val[t + r] * x;
      sum[t + r] += term;
      size[t + r] += std::fabs(term);
    }
  for (; t < count; t++) {
    const double term = val[t] * x;
    sum[t] += term;
    size[t] += std::fabs(term);
  }
}

// A dot product, and the sum of its terms' absolute values.
struct Dot {
  double sum, size;
};

Dot dot(int count, const double* __restrict val, const double* __restrict x) {
  constexpr int kBlock = 8;
  double sum[kBlock] = {}, size[kBlock] = {};
  int t = 0;
  for (; t + kBlock <= count; t += kBlock)
    for (int r = 0; r < kBlock; r++) {
      const double term = val[t + r] * x[t + r];
      sum[r] += term;
      size[r] += std::fabs(term);
    }
  for (; t < count; t++) {
    sum[0] += val[t] * x[t];
    size[0] += std::fabs(val[t] * x[t]);
  }
  Dot d = {0.0, 0.0};
  for (int r = 0; r < kBlock; r++) {
    d.sum += sum[r];
    d.size += size[r];
  }
  return d;
}

Dot dot(int count, const int* ind, const double* val, const double* x) {
  Dot d = {0.0, 0.0};
  for (int t = 0; t < count; t++) {
    const double term = val[t] * x[ind[t]];
    d.sum += term;
    d.size += std::fabs(term);
  }
  return d;
}

}  // namespace

void SparseVector::gather(int m, const double* x) {
  ind.clear();
  val.clear();
  for (int i = 0; i < m; i++) {
    if (x[i] != 0.0) {
      ind.push_back(i);
      val.push_back(x[i]);
    }
  }
}

void SparseColumns::reset(int m) {
  m_ = missing_ = m;
  nnz_ = listed_nnz_ = 0;
  start_.assign(static_cast<std::size_t>(m) + 1, 0);
  ind_start_.assign(m, 0);
  len_.assign(m, -1);
  rows_.assign(m, Rows::kListed);
  norm_.assign(m, 0.0);
  full_ = descending_ = 0;
  listed_.assign(m, 0);
  ascending_.resize(m);
  std::iota(ascending_.begin(), ascending_.end(), 0);
  reversed_.assign(ascending_.rbegin(), ascending_.rend());
  ind_.clear();
  val_.clear();
}

// Makes room for the numbers of so many new columns at the end of the store;
// returns their place.  If the store must grow, it makes room for the columns
// to come, as if they were like those that came, but for no more than
// kMostAhead entries: moving a store touches new memory, which takes long.
template <class T>
std::size_t SparseColumns::extend(std::size_t len, int columns,
                                  LargeVector<T>* store) const {
  constexpr std::size_t kMostAhead = std::size_t{1} << 24;
  const std::size_t start = store->size(), used = start + len;
  if (used > store->capacity()) {
    const std::size_t later = missing_ - columns;
    const std::size_t ahead = used / (m_ - later) * later;
    const bool all_at_once = start == 0 && later == 0;
    store->reserve(all_at_once
                       ? used
                       : used + std::max(used, std::min(ahead, kMostAhead)));
  }
  store->resize(used);  // an insertion would construct one after the other
  return start;
}

template <class T>
std::size_t SparseColumns::append(int j, int len, const T* from,
                                  LargeVector<T>* store) const {
  const std::size_t start = extend(len, entered(j) ? 0 : 1, store);
  std::copy(from, from + len, store->data() + start);
  return start;
}

// Removes the zeros of column j; the places that become free stay unused.
void SparseColumns::drop_zeros(int j) {
  int* ind = ind_.data() + ind_start_[j];
  double* val = val_.data() + start_[j];
  int kept = 0;
  for (int t = 0; t < len_[j]; t++) {
    if (val[t] == 0.0) continue;
    ind[kept] = ind[t];
    val[kept] = val[t];
    kept++;
  }
  len_[j] = kept;
}

// Column j has come (change 1) or goes (-1).
void SparseColumns::count_in(int j, int change) {
  nnz_ += change * len_[j];
  if (rows_[j] != Rows::kListed) {
    full_ += change;
    if (rows_[j] == Rows::kDescending) descending_ += change;
    return;
  }
  listed_nnz_ += change * len_[j];
  const int* ind = indices(j);
  for (int t = 0; t < len_[j]; t++) listed_[ind[t]] += change;
}

void SparseColumns::set_indices(int j, int len, const int* ind, int room) {
  if (room < len)
    ind_start_[j] = append(j, len, ind, &ind_);
  else
    std::copy(ind, ind + len, ind_.begin() + ind_start_[j]);
}

void SparseColumns::set_column(int j, int len, const int* ind,
                               const double* val) {
  const ColumnShape shape = shape_of_column(m_, 0, len, ind, val);
  const int old = len_[j];
  const int old_listed = stored(j);
  if (old >= 0) count_in(j, -1);
  if (old < len)  // no room in place: append, compress() tidies up
    start_[j] = append(j, len, val, &val_);
  else
    std::copy(val, val + len, val_.begin() + start_[j]);
  rows_[j] = shape.zeros ? Rows::kListed : shape.rows;
  if (rows_[j] == Rows::kListed) set_indices(j, len, ind, old_listed);
  len_[j] = len;
  if (shape.zeros) drop_zeros(j);
  if (old < 0) missing_--;
  count_in(j, 1);
  norm_[j] = shape.sum;
  const std::size_t spare = 16 * static_cast<std::size_t>(m_);
  if (missing_ == 0 &&
      (val_.size() > 2 * nnz_ + spare || ind_.size() > 2 * listed_nnz_ + spare))
    compress();
}

void SparseColumns::enter(int first, const HostColumns& columns,
                          const ColumnShape* shapes) {
  const HostColumn* from = columns.column;
  const int count = columns.n;
  const auto rows_of = [&](int c) {
    return shapes[c].zeros ? Rows::kListed : shapes[c].rows;
  };
  std::size_t all = 0, listed = 0;
  for (int c = 0; c < count; c++) {
    all += from[c].nnz;
    if (rows_of(c) == Rows::kListed) listed += from[c].nnz;
  }
  std::size_t val_next = extend(all, count, &val_);
  std::size_t ind_next = extend(listed, count, &ind_);
  for (int c = 0; c < count; c++) {
    const int j = first + c;
    rows_[j] = rows_of(c);
    len_[j] = static_cast<int>(from[c].nnz);
    start_[j] = val_next;
    ind_start_[j] = ind_next;
    val_next += len_[j];
    ind_next += stored(j);
  }
  const int parts = parts_for(all * sizeof(double));
  parallel_for(parts, [&](int p) {
    for (int c = p; c < count; c += parts) {
      const int j = first + c;
      std::copy_n(from[c].val, len_[j], val_.data() + start_[j]);
      std::transform(from[c].ind, from[c].ind + stored(j),
                     ind_.data() + ind_start_[j],
                     [&](int i) { return i - columns.base; });
    }
  });
  for (int c = 0; c < count; c++) {
    const int j = first + c;
    if (shapes[c].zeros) drop_zeros(j);
    count_in(j, 1);
    norm_[j] = shapes[c].sum;
  }
  missing_ -= count;
}

// Column j of a store takes length(j) places from start[j] on.
template <class T, class Length>
void SparseColumns::put_together(std::size_t total, const Length& length,
                                 std::vector<std::size_t>* start,
                                 LargeVector<T>* store) const {
  std::size_t next = 0;
  bool in_order = store->size() == total;
  for (int j = 0; in_order && j < m_; next += length(j), j++)
    in_order = (*start)[j] == next || length(j) == 0;
  LargeVector<T> moved;
  if (!in_order) moved.reserve(total);
  next = 0;
  for (int j = 0; j < m_; next += length(j), j++) {
    const auto from = store->begin() + (*start)[j];
    if (!in_order) moved.insert(moved.end(), from, from + length(j));
    (*start)[j] = next;
  }
  if (!in_order) store->swap(moved);
}

const std::vector<std::size_t>& SparseColumns::compress() {
  put_together(
      nnz_, [this](int j) { return len_[j]; }, &start_, &val_);
  put_together(
      listed_nnz_, [this](int j) { return stored(j); }, &ind_start_, &ind_);
  start_[m_] = nnz_;
  return start_;
}

// Adds the terms of column j.  Dense columns are added without reading their
// indices; those with descending rows have sums in that order.
void SparseColumns::subtract(int j, double x, Sums& in_order,
                             Sums& reversed) const {
  const double* val = values(j);
  if (rows_[j] != Rows::kListed) {
    const Sums& sums = rows_[j] == Rows::kAscending ? in_order : reversed;
    add_terms(m_, val, -x, sums.sum, sums.size);
    return;
  }
  const int* ind = indices(j);
  for (int t = 0; t < len_[j]; t++) {
    const double term = val[t] * x;
    in_order.sum[ind[t]] -= term;
    in_order.size[ind[t]] += std::fabs(term);
  }
}

// Adds the terms of the columns first..last-1.  reversed: zeros, if there are
// columns with descending rows.
void SparseColumns::subtract_part(int first, int last, const double* x,
                                  Sums sums, Sums reversed) const {
  for (int j = first; j < last; j++)
    if (x[j] != 0.0) subtract(j, x[j], sums, reversed);
  if (reversed.sum == nullptr) return;
  for (int i = 0; i < m_; i++) {
    sums.sum[i] += reversed.sum[m_ - 1 - i];
    sums.size[i] += reversed.size[m_ - 1 - i];
  }
}

// Threads share the columns; all but the first have sums of their own, which
// are added up in a fixed order.
void SparseColumns::subtract_columns(const double* x, Sums sums) const {
  const int parts = parts_for(nnz_ * sizeof(double));
  const std::size_t m = m_;
  std::vector<double> room((parts - 1) * 2 * m, 0.0);
  std::vector<double> backwards(descending_ > 0 ? parts * 2 * m : 0, 0.0);
  const auto own = [&](int p) -> Sums {
    if (p == 0) return sums;
    double* begin = room.data() + (p - 1) * 2 * m;
    return {begin, begin + m};
  };
  const auto reversed = [&](int p) -> Sums {
    if (backwards.empty()) return {nullptr, nullptr};
    double* begin = backwards.data() + p * 2 * m;
    return {begin, begin + m};
  };
  parallel_for(parts, [&](int p) {
    const auto first = [&](std::size_t part) { return part * m / parts; };
    subtract_part(first(p), first(p + 1), x, own(p), reversed(p));
  });
  for (int p = 1; p < parts; p++)
    for (std::size_t i = 0; i < m; i++) {
      sums.sum[i] += own(p).sum[i];
      sums.size[i] += own(p).size[i];
    }
}

// Element j of B'*x is the dot product of column j and x.
void SparseColumns::subtract_rows(const double* x, Sums sums) const {
  std::vector<double> reversed;
  if (descending_ > 0)
    reversed.assign(std::reverse_iterator(x + m_), std::reverse_iterator(x));
  const int parts = parts_for(nnz_ * sizeof(double));
  parallel_for(parts, [&](int p) {
    const auto first = [&](std::size_t part) { return part * m_ / parts; };
    for (std::size_t j = first(p); j < first(p + 1); j++) {
      const Rows rows = rows_[j];
      const Dot d = rows == Rows::kListed
                        ? dot(len_[j], indices(j), values(j), x)
                        : dot(m_, values(j),
                              rows == Rows::kAscending ? x : reversed.data());
      sums.sum[j] -= d.sum;
      sums.size[j] += d.size;
    }
  });
}

void SparseColumns::residual(Op op, const double* a, const double* x, double* r,
                             double* size) const {
  std::copy(a, a + m_, r);
  std::transform(a, a + m_, size, [](double v) { return std::fabs(v); });
  if (op == Op::kPlain)
    subtract_columns(x, {r, size});
  else
    subtract_rows(x, {r, size});
}

double SparseColumns::norm1() const {
  return m_ == 0 ? 0.0 : *std::max_element(norm_.begin(), norm_.end());
}

}  // namespace gpuinv
