// restore.cpp (basic values of a crossover brought back to bounds)
// SPDX-License-Identifier: GPL-3.0-or-later

// Values that were put on a bound without a push have moved basic values,
// usually by little, out of their bounds.  The reduced costs have the right
// signs by now, so the dual simplex method can bring them back.  It does so
// only if few pivots are needed.

#include <algorithm>
#include <cmath>

#include "libgpuinv/crossover/crossing.hpp"

namespace gpuinv {

// Returns by how much the variable at position p violates a bound: negative
// below the lower one, positive above the upper one.
double Crossing::excess(int p) const {
  const int k = basic_[p];
  if (x_[k] < lp_.l[k] - kSlack * (1.0 + std::fabs(lp_.l[k])))
    return x_[k] - lp_.l[k];
  if (x_[k] > lp_.u[k] + kSlack * (1.0 + std::fabs(lp_.u[k])))
    return x_[k] - lp_.u[k];
  return 0.0;
}

int Crossing::count_outside() const {
  int count = 0;
  for (int p = 0; p < lp_.m; p++) count += excess(p) != 0.0;
  return count;
}

void Crossing::restore() {
  constexpr int kShare = 4;  // of the rows; more would be a simplex solve
  const int outside = count_outside();
  if (outside > lp_.m / kShare + 10) return;
  for (int left = 2 * outside; left > 0; left--) {
    interrupt_.look();
    int worst = -1;
    double most = 0.0;
    for (int p = 0; p < lp_.m; p++) {
      const double size = std::fabs(excess(p));
      if (size > most) worst = p;
      most = std::max(most, size);
    }
    if (worst < 0 || !restore_one(worst)) return;
  }
}

// Returns false if no variable can take its place.
bool Crossing::restore_one(int p) {
  const int k = basic_[p];
  const double outside = excess(p);
  compute_rows({p});
  const int at = block_dual(0, std::copysign(INFINITY, outside));
  if (at < 0) return false;
  const int q = rows_.index()[at];
  const double t = row_d_[at] / rows_.lane(0)[at];
  compute_columns(&q, 1);
  const int place = columns_.find(p);
  const double pivot = place < 0 ? 0.0 : columns_.lane(0)[place];
  if (std::fabs(pivot) < kPivot) return false;
  move_duals(0, t * outside > 0.0 ? t : 0.0);
  store_duals();
  d_[q] = 0.0;
  d_[k] = t * outside > 0.0 ? -t : 0.0;
  const double step = outside / pivot;
  x_[q] += step;
  for (int c = 0; c < columns_.count(); c++)
    x_[basic_[columns_.index()[c]]] -= step * columns_.lane(0)[c];
  x_[k] = outside < 0.0 ? lp_.l[k] : lp_.u[k];
  inside_[k] = 0;
  factor_.update(p, 0);
  replace(p, q);
  counts_.restored++;
  if (!factor_.worn()) return true;
  factorize_if_worn();
  compute_basic_values();
  return true;
}

}  // namespace gpuinv
