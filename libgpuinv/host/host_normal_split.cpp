// host_normal_split.cpp (sparse normal equations with dense columns)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "libgpuinv/host/host_normal.hpp"
#include "libgpuinv/sparse/normal_pattern.hpp"

namespace gpuinv {

HostNormalSplit::HostNormalSplit(const ColumnMatrix& a,
                                 const std::vector<int>& dense,
                                 const SparseOrder& order)
    : a_(a),
      dense_(dense),
      others_(other_columns(a.columns, dense)),
      rest_(some_columns(a, others_)),
      sparse_(rest_.columns(a.rows), order),
      updates_(a.rows),
      work_(a.rows),
      cost_(sparse_.cost()) {
  const double k = static_cast<double>(dense.size());
  cost_.nnz_a = a.start[a.columns];
  cost_.nnz_l += 3 * k * a.rows;
  cost_.flops += 2 * k * sparse_.cost().nnz_l + 3 * k * k * a.rows;
  cost_.bytes += 24 * k * a.rows + 12 * cost_.nnz_a;
}

// Returns r plus a few rounding errors of S, so that S_0 is mostly positive
// definite even if only dense columns cover a row.
std::vector<double> HostNormalSplit::raised(const double* d,
                                            const double* r) const {
  std::vector<double> diagonal(r, r + a_.rows);
  for (int j = 0; j < a_.columns; j++)
    for (int p = a_.start[j]; p < a_.start[j + 1]; p++)
      diagonal[a_.row[p]] += d[j] * a_.value[p] * a_.value[p];
  const double errors = std::min(a_.rows, 16) * DBL_EPSILON / 2;
  for (int i = 0; i < a_.rows; i++) diagonal[i] = r[i] + errors * diagonal[i];
  return diagonal;
}

bool HostNormalSplit::factorize(const double* d, const double* r) {
  require_finite_weights(a_, d, r);
  const std::vector<double> diagonal = raised(d, r);
  for (double e : diagonal)
    if (!std::isfinite(e)) return false;
  std::vector<double> weights;
  for (int j : others_) weights.push_back(d[j]);
  updates_.clear();
  if (!sparse_.factorize(weights.data(), diagonal.data())) return false;
  for (int j : dense_) {
    if (d[j] == 0.0) continue;
    std::vector<double> u(a_.rows, 0.0);
    for (int p = a_.start[j]; p < a_.start[j + 1]; p++)
      u[a_.row[p]] = std::sqrt(d[j]) * a_.value[p];
    sparse_.forward(u.data());
    if (!updates_.append(std::move(u))) return false;
  }
  return true;
}

void HostNormalSplit::solve(double* x) {
  sparse_.forward(x);
  updates_.forward(x);
  updates_.backward(x);
  sparse_.backward(x);
}

}  // namespace gpuinv
