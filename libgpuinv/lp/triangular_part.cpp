// triangular_part.cpp (a large triangular part of a matrix)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/lp/triangular_part.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "libgpuinv/sparse/by_rows.hpp"

namespace gpuinv {
namespace {

// The greedy method of triangular_part().  A column waits as soon as
// one of its rows has no other entry in the columns that are left.
class Greedy {
 public:
  Greedy(const ColumnMatrix& a, double tol)
      : a_(a),
        tol_(tol),
        rows_(by_rows(a)),
        count_(a.rows),
        state_(a.columns, kActive),
        by_length_(a.columns) {
    std::iota(by_length_.begin(), by_length_.end(), 0);
    std::stable_sort(by_length_.begin(), by_length_.end(), [&](int j, int k) {
      return a.start[j + 1] - a.start[j] > a.start[k + 1] - a.start[k];
    });
    for (int i = 0; i < a.rows; i++) {
      count_[i] = rows_.start[i + 1] - rows_.start[i];
      if (count_[i] == 1) wait(rows_.index[rows_.start[i]]);
    }
  }

  std::vector<std::pair<int, int>> pairs() {
    std::vector<std::pair<int, int>> found;
    for (const int longest : by_length_) {
      take_waiting(&found);
      if (state_[longest] != kGone) drop(longest);
    }
    return found;
  }

 private:
  enum State : char { kGone, kActive, kWaiting };

  void take_waiting(std::vector<std::pair<int, int>>* found) {
    while (!waiting_.empty()) {
      const int j = waiting_.back();
      waiting_.pop_back();
      const int t = singleton(j);
      if (t >= 0) found->push_back({a_.row[t], j});
      drop(j);
    }
  }

  void wait(int j) {
    if (state_[j] == kWaiting) return;
    state_[j] = kWaiting;
    waiting_.push_back(j);
  }

  // Returns the place of the largest row singleton of column j; -1 if it is too
  // small.
  int singleton(int j) const {
    int best = -1;
    double largest = 0.0;
    for (int t = a_.start[j]; t < a_.start[j + 1]; t++) {
      const double size = std::fabs(a_.value[t]);
      largest = std::max(largest, size);
      if (count_[a_.row[t]] == 1 &&
          (best < 0 || size > std::fabs(a_.value[best])))
        best = t;
    }
    const bool large = best >= 0 && std::fabs(a_.value[best]) >= tol_ * largest;
    return large ? best : -1;
  }

  void drop(int j) {
    state_[j] = kGone;
    for (int t = a_.start[j]; t < a_.start[j + 1]; t++) {
      const int i = a_.row[t];
      if (--count_[i] != 1) continue;
      const auto last = std::find_if(rows_.index.begin() + rows_.start[i],
                                     rows_.index.begin() + rows_.start[i + 1],
                                     [&](int k) { return state_[k] != kGone; });
      wait(*last);
    }
  }

  const ColumnMatrix a_;
  const double tol_;
  const SparseVectors rows_;
  std::vector<int> count_;  // entries of a row in columns that are not gone
  std::vector<State> state_;
  std::vector<int> by_length_, waiting_;
};

}  // namespace

std::vector<std::pair<int, int>> triangular_part(const ColumnMatrix& a,
                                                 double tol) {
  return Greedy(a, tol).pairs();
}

}  // namespace gpuinv
