// spread_plan.hpp (how the rows of a tableau on several cards are shared out)
// SPDX-License-Identifier: GPL-3.0-or-later

// Pure arithmetic, so that it is tested without a GPU.

#pragma once

#include "kernels/simplex_plan.hpp"

namespace gpuinv::kernels {

// The same on each of the cards, which have up to `most_rows` of the m rows,
// when so many parts share a card.  K, the threads that share an inner product
// and whether factors are in shared memory are those of one card with all
// rows: the same sums, bit for bit.
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
