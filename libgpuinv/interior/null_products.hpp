// null_products.hpp (products that are to vanish to working precision)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cmath>
#include <limits>
#include <vector>

namespace gpuinv {

// What a sum of count rounded products of rounded factors, whose sizes add
// up to terms, may be wrong by.
inline double rounding(int count, double terms) {
  return (count + 2) * std::numeric_limits<double>::epsilon() * terms;
}

// Sparse vectors, one after the other.
struct SparseVectors {
  std::vector<int> start{0}, index;
  std::vector<double> value;

  int count() const { return static_cast<int>(start.size()) - 1; }
  void end_vector() { start.push_back(static_cast<int>(index.size())); }
};

// Changes x, each element in proportion to its size and as little as
// possible, so that the products of all the vectors with it vanish but for
// rounding: by conjugate gradients.  False if they do not.
bool make_products_vanish(const SparseVectors& vectors, std::vector<double>* x);

}  // namespace gpuinv
