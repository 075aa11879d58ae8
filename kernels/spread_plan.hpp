// spread_plan.hpp (division of the rows of a tableau among cards)
// SPDX-License-Identifier: GPL-3.0-or-later

// This is pure arithmetic, which tests can check without a GPU.

#pragma once

#include "kernels/simplex_plan.hpp"

namespace gpuinv::kernels {

// Makes the plan for all cards, each of which has up to `most_rows` of the m
// rows; `sharing` parts share a card.  K, the threads that share an inner
// product and whether factors are in shared memory are those of one card with
// all rows.  So all sums are the same, bit for bit.
inline SimplexPlan plan_spread(int m, int most_rows, int columns,
                               int multiprocessors, int sharing,
                               std::size_t shared_limit,
                               const SimplexWish& wish) {
  SimplexPlan p = plan_tableau(m, columns, multiprocessors, shared_limit, wish);
  p.blocks = std::min(p.blocks, std::max(1, multiprocessors / sharing));
  p.row_slice = (most_rows + p.blocks - 1) / p.blocks;
  p.column_slice = (columns + p.blocks - 1) / p.blocks;
  plan_for_capacity(p.capacity, &p);
  plan_memory(p.shared, shared_limit, &p);
  return p;
}

}  // namespace gpuinv::kernels
