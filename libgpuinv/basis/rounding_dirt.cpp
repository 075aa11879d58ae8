// rounding_dirt.cpp (exact zeros in the place of rounding errors)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/basis/rounding_dirt.hpp"

#include <cfloat>
#include <cmath>

#include "libgpuinv/sparse/dense_column.hpp"

namespace gpuinv {
namespace {

// Elements below this share of the largest one may be dirt.  An explicit
// inverse leaves errors of eps times a condition number; refinement removes the
// larger ones.
constexpr double kSuspect = 4096.0 * DBL_EPSILON;

// A row suffers if |r_i|/size_i grows by more than this factor.
constexpr double kWorse = 4.0;

std::vector<double> shares(const BackwardError& error) {
  std::vector<double> share(error.r.size());
  for (std::size_t i = 0; i < share.size(); i++)
    share[i] = error.r[i] == 0.0 ? 0.0 : std::fabs(error.r[i]) / error.size[i];
  return share;
}

// Items 0..n-1, sorted by their keys: those with key k are
// item[start[k]]..item[start[k+1]-1], in ascending order.
struct Groups {
  Groups(int keys, const std::vector<int>& key)
      : start(keys + 2, 0), item(key.size()) {
    for (const int k : key) start[k + 2]++;
    for (int k = 2; k < keys + 2; k++) start[k] += start[k - 1];
    for (std::size_t t = 0; t < key.size(); t++) item[start[key[t] + 1]++] = t;
  }
  std::vector<std::size_t> start, item;
};

}  // namespace

// The terms b_ij*x_j of the dropped elements.
class RoundingDirt::Terms {
 public:
  Terms(const SparseColumns& b, Op op, const std::vector<Dropped>& dropped) {
    if (op == Op::kPlain)
      list_columns(b, dropped);
    else
      list_rows(b, dropped);
  }

  std::vector<int> row, element;  // element: index into the dropped ones
  std::vector<double> value;

 private:
  void add(int i, int d, double v) {
    row.push_back(i);
    element.push_back(d);
    value.push_back(v);
  }

  void list_columns(const SparseColumns& b,
                    const std::vector<Dropped>& dropped) {
    for (int d = 0; d < static_cast<int>(dropped.size()); d++) {
      const int j = dropped[d].place;
      for (int t = 0; t < b.length(j); t++)
        add(b.indices(j)[t], d, b.values(j)[t] * dropped[d].value);
    }
  }

  // Row i of B' is column i of B, so that this has to search all columns.
  void list_rows(const SparseColumns& b, const std::vector<Dropped>& dropped) {
    std::vector<int> index(b.size(), -1);
    for (int d = 0; d < static_cast<int>(dropped.size()); d++)
      index[dropped[d].place] = d;
    for (int j = 0; j < b.size(); j++)
      for (int t = 0; t < b.length(j); t++) {
        const int d = index[b.indices(j)[t]];
        if (d >= 0) add(j, d, b.values(j)[t] * dropped[d].value);
      }
  }
};

// Brings back elements that some row needs, until no row needs any.
class RoundingDirt::Restoration {
 public:
  // share: |r_i|/size_i before the drop.
  Restoration(const SparseColumns& b, Op op,
              const std::vector<Dropped>& dropped, std::vector<double> share,
              BackwardError* error)
      : terms_(b, op, dropped),
        by_row_(b.size(), terms_.row),
        by_element_(static_cast<int>(dropped.size()), terms_.element),
        share_(std::move(share)),
        error_(*error),
        waits_(b.size(), 0),
        back_(dropped.size(), 0) {
    for (int i = 0; i < b.size(); i++) look_at(i);
  }

  // Returns for each dropped element whether a row needs it.
  const std::vector<char>& run() {
    while (!queue_.empty()) {
      const int i = queue_.back();
      queue_.pop_back();
      waits_[i] = 0;
      for (std::size_t s = by_row_.start[i]; s < by_row_.start[i + 1]; s++) {
        const std::size_t t = by_row_.item[s];
        const int d = terms_.element[t];
        if (!back_[d] && weighs(t) && suffers(i)) restore(d);
      }
    }
    return back_;
  }

 private:
  // Returns whether the term is more than one rounding error of its row's sum.
  bool weighs(std::size_t t) const {
    return std::fabs(terms_.value[t]) >
           DBL_EPSILON * error_.size[terms_.row[t]];
  }

  bool suffers(int i) const {
    return error_.exceeds_noise(i) &&
           !(std::fabs(error_.r[i]) <= kWorse * share_[i] * error_.size[i]);
  }

  void look_at(int i) {
    if (waits_[i] || !suffers(i)) return;
    waits_[i] = 1;
    queue_.push_back(i);
  }

  void restore(int d) {
    back_[d] = 1;
    const std::size_t end = by_element_.start[d + 1];
    for (std::size_t s = by_element_.start[d]; s < end; s++) {
      const std::size_t t = by_element_.item[s];
      const int i = terms_.row[t];
      error_.r[i] -= terms_.value[t];
      error_.size[i] += std::fabs(terms_.value[t]);
      look_at(i);
    }
  }

  const Terms terms_;
  const Groups by_row_, by_element_;
  const std::vector<double> share_;
  BackwardError& error_;
  std::vector<char> waits_;  // m: whether the row is in the queue
  std::vector<char> back_;   // whether each element came back
  std::vector<int> queue_;
};

void RoundingDirt::drop(int m, double* x) {
  const double largest = kSuspect * max_abs(m, x);
  dropped_.clear();
  for (int i = 0; i < m; i++) {
    if (x[i] == 0.0 || std::fabs(x[i]) > largest) continue;
    dropped_.push_back({i, x[i]});
    x[i] = 0.0;
  }
}

void RoundingDirt::restore(const SparseColumns& b, Op op, const double* a,
                           double* x, BackwardError* error) const {
  if (dropped_.empty()) return;
  for (const Dropped& d : dropped_) x[d.place] = d.value;
  BackwardError before;
  before.measure(b, op, a, x);
  const std::vector<char> needed =
      Restoration(b, op, dropped_, shares(before), error).run();
  for (std::size_t d = 0; d < dropped_.size(); d++)
    if (!needed[d]) x[dropped_[d].place] = 0.0;
  error->measure(b, op, a, x);
}

}  // namespace gpuinv
