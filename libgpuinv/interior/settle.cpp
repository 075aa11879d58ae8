// settle.cpp (multipliers whose reduced costs vanish where they must)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/settle.hpp"

#include <cmath>

#include "libgpuinv/interior/measures.hpp"
#include "libgpuinv/interior/null_products.hpp"

namespace gpuinv {
namespace {

// Returns the columns, with their costs as elements of one more row, that are
// free or whose reduced cost needs a bound that does not exist.
SparseVectors columns_without_bound(const InteriorLp& lp, const Products& a) {
  SparseVectors vectors;
  for (int j = 0; j < lp.n; j++) {
    const double d = lp.c[j] - a.columns[j];
    const bool is_free = std::isinf(lp.lower[j]) && std::isinf(lp.upper[j]);
    const double bound = d > 0.0 ? lp.lower[j] : lp.upper[j];
    if (!is_free && (d == 0.0 || std::isfinite(bound))) continue;
    for (int t = lp.start[j]; t < lp.start[j + 1]; t++)
      vectors.append(lp.row[t], lp.value[t]);
    vectors.append(lp.m, lp.c[j]);
    vectors.end_vector();
  }
  return vectors;
}

// Multipliers vanish that are smaller than the distance of their row from the
// bound that they act on: one of the two is rounding.
void drop_idle(const InteriorLp& lp, const std::vector<double>& rows,
               std::vector<double>* y) {
  for (int i = 0; i < lp.m; i++) {
    double& own = (*y)[i];
    const double distance =
        own > 0.0 ? rows[i] - lp.row_lower[i] : lp.row_upper[i] - rows[i];
    if (std::fabs(own) < distance) own = 0.0;
  }
}

}  // namespace

void settle_multipliers(const InteriorLp& lp, const std::vector<double>& x,
                        std::vector<double>* y) {
  drop_idle(lp, row_values(lp, x), y);
  const Products a = products(lp, x, *y);
  // (y, -1) times (a_j, c_j) is -d_j
  std::vector<double> extended = *y;
  extended.push_back(-1.0);
  make_products_vanish(columns_without_bound(lp, a), &extended);
  const double scale = -extended[lp.m];
  for (int i = 0; i < lp.m; i++) (*y)[i] = extended[i] / scale;
}

}  // namespace gpuinv
