// settle.hpp (rounding taken out of points and rays)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <limits>
#include <vector>

#include "libgpuinv/interior/lp.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

// Changes the multipliers y[m] of x[n], both of an equilibrated problem, so
// that the reduced costs c - A'y vanish in all columns where they need a bound
// that does not exist.  Multipliers of rows away from their bounds vanish; the
// others change in proportion to their size and as little as possible.  Whether
// the result is any better is for measure() to tell.
void settle_multipliers(const InteriorLp& lp, const std::vector<double>& x,
                        std::vector<double>* y);

// Returns the largest error of a sum of `count` rounded products of rounded
// factors; `terms` is the sum of their magnitudes.
inline double rounding(int count, double terms) {
  return (count + 2) * std::numeric_limits<double>::epsilon() * terms;
}

// Changes x so that its products with all the vectors vanish up to rounding, by
// conjugate gradients.  Each element changes in proportion to its size and as
// little as possible.  Returns false if the products do not vanish.
bool make_products_vanish(const SparseVectors& vectors, std::vector<double>* x);

}  // namespace gpuinv
