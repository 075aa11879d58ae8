// backward_error.cpp (how well a vector solves a system with B)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "backward_error.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace gpuinv {
namespace {

// Roundings of a residual but for those of its terms: a itself, x, the last
// subtraction, and the sum of sizes that it is compared with.
constexpr double kMore = 4.0;

// Products that underflow lose up to DBL_MIN each, whatever their size.  No
// infinity is allowed.
double allowed(double roundings, int n, double size) {
  return std::min(roundings * DBL_EPSILON * size + (n + kMore) * DBL_MIN,
                  DBL_MAX);
}

}  // namespace

void BackwardError::measure(const SparseColumns& b, Op op, const double* a,
                            const double* x) {
  const int m = b.size();
  r.resize(m);
  size.resize(m);
  length_.resize(m);
  for (int i = 0; i < m; i++) length_[i] = b.row_length(op, i);
  b.residual(op, a, x, r.data(), size.data());
}

bool BackwardError::within_rounding() const {
  for (std::size_t i = 0; i < r.size(); i++) {
    const int n = length_[i];
    if (!(std::fabs(r[i]) <= allowed(n + kMore, n, size[i]))) return false;
  }
  return true;
}

bool BackwardError::exceeds_noise(int i) const {
  const int n = length_[i];
  return !(std::fabs(r[i]) <= allowed(std::sqrt(n) + kMore, n, size[i]));
}

double BackwardError::normwise() const {
  double largest = 0.0, scale = 0.0;
  for (std::size_t i = 0; i < r.size(); i++) {
    if (!std::isfinite(r[i]) || !std::isfinite(size[i])) return NAN;
    largest = std::fmax(largest, std::fabs(r[i]));
    scale = std::fmax(scale, size[i]);
  }
  return largest == 0.0 ? 0.0 : largest / scale;
}

}  // namespace gpuinv
