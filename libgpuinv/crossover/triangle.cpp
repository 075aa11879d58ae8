// triangle.cpp (sparse triangular systems with sparse right-hand
// sides)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/triangle.hpp"

#include <algorithm>
#include <utility>

namespace gpuinv {

// From this share of all columns on, visiting them in order is faster.
constexpr int kFew = 10;

Triangle::Triangle(bool lower, std::vector<int> start, std::vector<int> index,
                   std::vector<double> value, std::vector<double> diagonal)
    : lower_(lower),
      start_(std::move(start)),
      index_(std::move(index)),
      value_(std::move(value)),
      diagonal_(std::move(diagonal)),
      next_(start_.size(), 0),
      seen_(start_.size(), 0) {}

Triangle Triangle::transposed() const {
  const int m = size();
  std::vector<int> start(m + 1, 0), index(index_.size());
  std::vector<double> value(value_.size());
  for (int i : index_) start[i + 1]++;
  for (int i = 0; i < m; i++) start[i + 1] += start[i];
  std::vector<int> place(start.begin(), start.end() - 1);
  for (int j = 0; j < m; j++) {
    for (int t = start_[j]; t < start_[j + 1]; t++) {
      const int p = place[index_[t]]++;
      index[p] = j;
      value[p] = value_[t];
    }
  }
  return {!lower_, std::move(start), std::move(index), std::move(value),
          diagonal_};
}

void Triangle::eliminate(int j, double* x) const {
  if (x[j] == 0.0) return;
  if (!diagonal_.empty()) x[j] /= diagonal_[j];
  for (int t = start_[j]; t < start_[j + 1]; t++)
    x[index_[t]] -= value_[t] * x[j];
}

void Triangle::solve(Scattered* x) {
  if (!reach(x)) return sweep(x);
  for (auto j = order_.rbegin(); j != order_.rend(); ++j) {
    x->list(*j);
    eliminate(*j, x->value.data());
  }
}

// Columns that the solution may need, each after all that need it; false if
// they are too many.
bool Triangle::reach(Scattered* x) {
  order_.clear();
  bool few = static_cast<int>(x->index.size()) * kFew <= size();
  for (std::size_t t = 0; few && t < x->index.size(); t++)
    few = seen_[x->index[t]] != 0 || visit(x->index[t]);
  for (int j : order_) seen_[j] = 0;
  for (int j : stack_) seen_[j] = 0;
  stack_.clear();
  return few;
}

bool Triangle::visit(int root) {
  const auto push = [this](int j) {
    seen_[j] = 1;
    next_[j] = start_[j];
    stack_.push_back(j);
  };
  push(root);
  while (!stack_.empty()) {
    const int j = stack_.back();
    while (next_[j] < start_[j + 1] && seen_[index_[next_[j]]]) next_[j]++;
    if (next_[j] < start_[j + 1]) {
      push(index_[next_[j]]);
      continue;
    }
    stack_.pop_back();
    order_.push_back(j);
    if (static_cast<int>(order_.size()) * kFew > size()) return false;
  }
  return true;
}

void Triangle::sweep(Scattered* x) const {
  const int m = size();
  for (int k = 0; k < m; k++)
    eliminate(lower_ ? k : m - 1 - k, x->value.data());
  x->gather();
}

}  // namespace gpuinv
