// singletons.cpp (triangular parts and nucleus of a basis)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/sparse/singletons.hpp"

#include "libgpuinv/sparse/dense_column.hpp"

namespace gpuinv {
namespace {

// Additions to a row run at the speed of memory: in the time of one, a matrix
// product does this many operations.
constexpr double kProductGain = 32.0;

// Calls visit(row, value) for the non-zero entries of column j, rows from 0.  A
// row index that is too small becomes negative, even if the difference to base
// would overflow.
template <class Visit>
void each_entry(const HostColumns& b, int j, Visit visit) {
  const HostColumn& c = b.column[j];
  for (std::size_t t = 0; t < c.nnz; t++)
    if (c.val[t] != 0.0)
      visit(static_cast<int>(static_cast<unsigned>(c.ind[t]) - b.base),
            c.val[t]);
}

}  // namespace

// Adds column j if it has an entry in every row, in order.
bool Singletons::add_full(const HostColumns& b, int j) {
  const HostColumn& c = b.column[j];
  if (c.nnz != static_cast<std::size_t>(m_)) return false;
  const ColumnShape shape = shape_of_column(m_, b.base, m_, c.ind, c.val);
  if (shape.rows == Rows::kListed || shape.zeros) return false;
  if (shape.rows == Rows::kAscending)
    full_.push_back({j, c.val, 1});
  else
    full_.push_back({j, c.val + m_ - 1, -1});
  count_[j] = m_;
  return true;
}

// Stores B by rows and the column lengths in count_. Returns false if B is
// dense or a row does not exist.
bool Singletons::transpose(const HostColumns& b) {
  const std::size_t m = m_;
  std::size_t nnz = 0;
  for (int j = 0; j < m_; j++) {
    if (b.column[j].nnz > m) return false;  // too long: do not read it
    nnz += b.column[j].nnz;
  }
  if (nnz > most_entries(m)) return false;
  start_.assign(m + 2, 0);
  count_.assign(m, 0);
  full_.clear();
  std::vector<int> others;
  others.reserve(m);
  bool inside = true;
  for (int j = 0; j < m_; j++) {
    if (add_full(b, j)) continue;
    others.push_back(j);
    each_entry(b, j, [&](int i, double) {
      inside = inside && i >= 0 && i < m_;
      if (!inside) return;
      start_[i + 2]++;
      count_[j]++;
    });
  }
  if (!inside) return false;
  for (std::size_t i = 2; i < m + 2; i++)
    start_[i] += start_[i - 1] + full_.size();
  index_.resize(nnz);
  value_.resize(nnz);
  place_full();
  for (const int j : others)
    each_entry(b, j, [&](int i, double v) {
      const std::size_t t = start_[i + 1]++;
      index_[t] = j;
      value_[t] = v;
    });
  return true;
}

// Places some full columns at a time, so that their entries of a row are
// written to one or two lines of the cache.
void Singletons::place_full() {
  constexpr std::size_t kBlock = 8;
  for (std::size_t first = 0; first < full_.size(); first += kBlock) {
    const std::size_t last = std::min(first + kBlock, full_.size());
    for (int i = 0; i < m_; i++) {
      std::size_t t = start_[i + 1];
      for (std::size_t f = first; f < last; f++, t++) {
        index_[t] = full_[f].j;
        value_[t] = full_[f].first[i * full_[f].step];
      }
      start_[i + 1] = t;
    }
  }
}

void Singletons::peel(int i, int j) {
  row_gone_[i] = column_gone_[j] = 1;
  row_.push_back(i);
  column_.push_back(j);
}

void Singletons::peel_columns(const HostColumns& b) {
  queue_.clear();
  for (int j = 0; j < m_; j++)
    if (count_[j] == 1) queue_.push_back(j);
  for (std::size_t next = 0; next < queue_.size(); next++) {
    const int j = queue_[next];
    if (count_[j] != 1) continue;  // another pivot took its last row
    int row = -1;
    each_entry(b, j, [&](int i, double) {
      if (!row_gone_[i]) row = i;
    });
    peel(row, j);
    for (std::size_t t = start_[row]; t < start_[row + 1]; t++) {
      const int h = index_[t];
      if (!column_gone_[h] && --count_[h] == 1) queue_.push_back(h);
    }
  }
  upper_ = static_cast<int>(row_.size());
}

void Singletons::peel_rows(const HostColumns& b) {
  queue_.clear();
  for (int i = 0; i < m_; i++) {
    count_[i] = 0;
    if (row_gone_[i]) continue;
    for (std::size_t t = start_[i]; t < start_[i + 1]; t++)
      count_[i] += !column_gone_[index_[t]];
    if (count_[i] == 1) queue_.push_back(i);
  }
  for (std::size_t next = 0; next < queue_.size(); next++) {
    const int i = queue_[next];
    if (count_[i] != 1) continue;
    std::size_t t = start_[i];
    while (column_gone_[index_[t]]) t++;
    const int j = index_[t];
    peel(i, j);
    each_entry(b, j, [&](int r, double) {
      if (!row_gone_[r] && --count_[r] == 1) queue_.push_back(r);
    });
  }
  lower_ = static_cast<int>(row_.size()) - upper_;
}

// Arranges the places: lower, nucleus, then upper in reverse order.
void Singletons::order() {
  for (std::vector<int>* list : {&row_, &column_}) {
    std::vector<char>& gone = list == &row_ ? row_gone_ : column_gone_;
    std::vector<int> all(list->begin() + upper_, list->end());
    for (int i = 0; i < m_; i++)
      if (!gone[i]) all.push_back(i);
    all.insert(all.end(), list->rend() - upper_, list->rend());
    list->swap(all);
  }
  place_.resize(m_);
  for (int p = 0; p < m_; p++) place_[column_[p]] = p;
  pivot_.assign(m_, 0.0);
  for (int p = 0; p < m_; p++) {
    const std::size_t begin = start_[row_[p]];
    std::size_t t = start_[row_[p] + 1];  // singletons are behind full columns
    while (t > begin && index_[t - 1] != column_[p]) t--;
    if (t > begin) pivot_[p] = value_[t - 1];
  }
}

bool Singletons::find(const HostColumns& b) {
  m_ = b.m;
  if (!transpose(b)) return false;
  row_gone_.assign(m_, 0);
  column_gone_.assign(m_, 0);
  row_.clear();
  column_.clear();
  peel_columns(b);
  peel_rows(b);
  order();
  return true;
}

std::size_t Singletons::nucleus_entries() const {
  std::size_t count = 0;
  for (int p = first_nucleus(); p < first_upper(); p++)
    for (std::size_t t = start_[row_[p]]; t < start_[row_[p] + 1]; t++)
      count += place_[index_[t]] >= first_nucleus();
  return count;
}

double Singletons::work() const {
  const double m = m_, k = nucleus();
  double entries = k - m;  // k - m: pivots do not count
  for (int p = 0; p < m_; p++) {
    const std::size_t begin = start_[row_[p]], end = start_[row_[p] + 1];
    if (p < first_nucleus() || p >= first_upper()) {
      entries += static_cast<double>(end - begin);
      continue;
    }
    for (std::size_t t = begin; t < end; t++)
      entries += place_[index_[t]] < first_nucleus();
  }
  return kProductGain * entries * m + 2.0 * k * k * k;
}

std::vector<int> Singletons::reaching() const {
  std::vector<char> reaches(m_, 0);
  const auto mark = [&](int p) {
    for (std::size_t t = start_[row_[p]]; t < start_[row_[p] + 1]; t++)
      reaches[place_[index_[t]]] = 1;
  };
  for (int p = first_nucleus(); p < first_upper(); p++) mark(p);
  for (int p = lower_ - 1; p >= 0; p--)
    if (reaches[p]) mark(p);
  std::vector<int> places;
  for (int p = 0; p < lower_; p++)
    if (reaches[p]) places.push_back(p);
  return places;
}

}  // namespace gpuinv
