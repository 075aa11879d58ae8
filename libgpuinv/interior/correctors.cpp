// correctors.cpp (how many correctors an iteration tries)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/correctors.hpp"

#include <algorithm>

#include "libgpuinv/base/machine.hpp"
#include "libgpuinv/sparse/normal_pattern.hpp"

namespace gpuinv {

IterationShape iteration_shape(const ColumnMatrix& a,
                               const NormalEquations::Cost& cost) {
  return {1.0 * a.rows, 1.0 * a.columns, assembly_flops(a), cost};
}

double factor_seconds(const IterationShape& s) {
  const double sum =
      std::min(s.sums / machine::kHost.sum_rate,
               s.rows * s.rows * s.columns / machine::kHost.dense_rate);
  return sum + s.cost.flops / machine::kHost.sparse_rate +
         machine::kSmallFactorEntry * s.cost.nnz_l;
}

// A solve reads the factor twice.
double direction_seconds(const IterationShape& s) {
  return (machine::kHost.entry * s.cost.nnz_a +
          machine::kHost.column * s.columns) /
             machine::kDirections +
         16.0 * s.cost.nnz_l / machine::kHost.bandwidth;
}

int corrector_count(const IterationShape& shape) {
  constexpr double kSmall = 1e7;  // operations of a factorization
  const NormalEquations::Cost& cost = shape.cost;
  if (cost.flops < kSmall)
    return factor_seconds(shape) <
                   machine::kFewDirections * direction_seconds(shape)
               ? 0
               : 3;
  const double ratio = cost.flops / std::max(4.0 * cost.nnz_l, 1.0);
  return ratio > 30.0 ? 3 : ratio > 10.0 ? 2 : 1;
}

}  // namespace gpuinv
