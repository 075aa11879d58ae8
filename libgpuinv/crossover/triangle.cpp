// triangle.cpp (sparse triangular systems with sparse right-hand sides)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/triangle.hpp"

#include <algorithm>
#include <utility>

namespace gpuinv {

// If more than one column in kFew is visited, visiting all in order is faster.
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

void Triangle::subtract_column(int j, Scattered* x) const {
  x->add(j, diagonal_.empty() ? -1.0 : -diagonal_[j]);
  for (int t = start_[j]; t < start_[j + 1]; t++) x->add(index_[t], -value_[t]);
}

template <int W>
void Triangle::eliminate(int j, double* x) const {
  double* at = x + static_cast<std::size_t>(j) * W;
  if (std::all_of(at, at + W, [](double v) { return v == 0.0; })) return;
  if (!diagonal_.empty())
    for (int l = 0; l < W; l++) at[l] /= diagonal_[j];
  double own[W];
  for (int l = 0; l < W; l++) own[l] = at[l];
  for (int t = start_[j]; t < start_[j + 1]; t++) {
    double* to = x + static_cast<std::size_t>(index_[t]) * W;
    const double v = value_[t];
    for (int l = 0; l < W; l++) to[l] -= v * own[l];
  }
}

template <int W>
void Triangle::solve(Lanes<W>* x) {
  if (!reach(x->index)) return sweep(x);
  for (auto j = order_.rbegin(); j != order_.rend(); ++j) {
    x->list(*j);
    eliminate<W>(*j, x->value.data());
  }
}

// Lists columns that the solution may need, each after all columns that it
// leads to.  Returns false if they are too many.
bool Triangle::reach(const std::vector<int>& from) {
  order_.clear();
  bool few = static_cast<int>(from.size()) * kFew <= size();
  for (std::size_t t = 0; few && t < from.size(); t++)
    few = seen_[from[t]] != 0 || visit(from[t]);
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

template <int W>
void Triangle::sweep(Lanes<W>* x) const {
  const int m = size();
  for (int k = 0; k < m; k++)
    eliminate<W>(lower_ ? k : m - 1 - k, x->value.data());
  x->gather();
}

template void Triangle::solve(Scattered* x);
template void Triangle::solve(Panel* x);

}  // namespace gpuinv
