// null_products.hpp (products that shall vanish to working precision)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

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
