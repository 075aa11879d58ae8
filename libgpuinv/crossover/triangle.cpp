// triangle.cpp (sparse triangular systems with sparse right-hand sides)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/triangle.hpp"

#include <algorithm>
#include <utility>

#include "libgpuinv/sparse/by_rows.hpp"

namespace gpuinv {

// If more than one column in kFew is visited, visiting all in order is faster.
constexpr int kFew = 10;

Triangle::Triangle(bool lower, SparseVectors columns,
                   std::vector<double> diagonal)
    : lower_(lower),
      columns_(std::move(columns)),
      diagonal_(std::move(diagonal)),
      next_(columns_.start.size(), 0),
      seen_(columns_.start.size(), 0) {}

Triangle Triangle::transposed() const {
  return {!lower_, by_rows(columns_.columns(size())), diagonal_};
}

void Triangle::subtract_column(int j, Scattered* x) const {
  x->add(j, diagonal_.empty() ? -1.0 : -diagonal_[j]);
  for (int t = columns_.start[j]; t < columns_.start[j + 1]; t++)
    x->add(columns_.index[t], -columns_.value[t]);
}

template <int W>
void Triangle::eliminate(int j, double* x) const {
  double* at = x + static_cast<std::size_t>(j) * W;
  if (std::all_of(at, at + W, [](double v) { return v == 0.0; })) return;
  if (!diagonal_.empty())
    for (int l = 0; l < W; l++) at[l] /= diagonal_[j];
  double own[W];
  for (int l = 0; l < W; l++) own[l] = at[l];
  for (int t = columns_.start[j]; t < columns_.start[j + 1]; t++) {
    double* to = x + static_cast<std::size_t>(columns_.index[t]) * W;
    const double v = columns_.value[t];
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
    next_[j] = columns_.start[j];
    stack_.push_back(j);
  };
  push(root);
  while (!stack_.empty()) {
    const int j = stack_.back();
    while (next_[j] < columns_.start[j + 1] && seen_[columns_.index[next_[j]]])
      next_[j]++;
    if (next_[j] < columns_.start[j + 1]) {
      push(columns_.index[next_[j]]);
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
