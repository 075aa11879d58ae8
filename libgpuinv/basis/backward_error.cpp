// backward_error.cpp (how well a vector solves a system with B)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/basis/backward_error.hpp"

namespace gpuinv {

void BackwardError::measure(const SparseColumns& b, Op op, const double* a,
                            const double* x) {
  const int m = b.size();
  r.resize(m);
  size.resize(m);
  length_.resize(m);
  for (int i = 0; i < m; i++) length_[i] = b.row_length(op, i);
  for (int n = static_cast<int>(noise_.size()); n <= m; n++)
    noise_.push_back((std::sqrt(n) + 4.0) * DBL_EPSILON);
  b.residual(op, a, x, r.data(), size.data());
}

bool BackwardError::any_exceeds(double limit) const {
  for (int i = 0; i < static_cast<int>(r.size()); i++)
    if (exceeds(limit, i)) return true;
  return false;
}

bool BackwardError::within_rounding() const { return !any_exceeds(kAccepted); }
bool BackwardError::exceeds_noise() const { return any_exceeds(kNoise); }

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
