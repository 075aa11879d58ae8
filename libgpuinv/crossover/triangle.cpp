// triangle.cpp (sparse triangular systems with sparse right-hand sides)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/triangle.hpp"

#include <algorithm>
#include <utility>

#include "libgpuinv/sparse/by_rows.hpp"

namespace gpuinv {

Triangle::Triangle(bool lower, SparseVectors columns,
                   std::vector<double> diagonal)
    : lower_(lower),
      columns_(std::move(columns)),
      diagonal_(std::move(diagonal)) {}

Triangle Triangle::transposed() const {
  return {!lower_, by_rows(columns_.columns(size())), diagonal_};
}

void Triangle::subtract_column(int j, Scattered* x) const {
  x->add(j, diagonal_.empty() ? -1.0 : -diagonal_[j]);
  for (int t = columns_.start[j]; t < columns_.start[j + 1]; t++)
    x->add(columns_.index[t], -columns_.value[t]);
}

template <int W>
void Triangle::solve(Lanes<W>* x) const {
  const auto eliminate = [this, x](int j) {
    double* at = x->at(j);
    if (x->zero(j)) return;
    if (!diagonal_.empty())
      for (int l = 0; l < W; l++) at[l] /= diagonal_[j];
    double own[W];
    std::copy_n(at, W, own);
    for (int t = columns_.start[j]; t < columns_.start[j + 1]; t++) {
      const int i = columns_.index[t];
      x->mark(i);
      double* to = x->at(i);
      const double v = columns_.value[t];
      for (int l = 0; l < W; l++) to[l] -= v * own[l];
    }
  };
  if (lower_)
    x->ascend(eliminate);
  else
    x->descend(eliminate);
}

template void Triangle::solve(Scattered* x) const;
template void Triangle::solve(Panel* x) const;

}  // namespace gpuinv
