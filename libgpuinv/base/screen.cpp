// screen.cpp (checks of vectors that cross the border)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/base/screen.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "libgpuinv/base/error.hpp"

namespace gpuinv {

double max_abs(int m, const double* x) {
  double largest = 0.0;
  for (int i = 0; i < m; i++) largest = std::max(largest, std::fabs(x[i]));
  return largest;
}

void require_finite(int m, const double* x, const char* what) {
  double sum = 0.0;  // sum of x_i*0: NaN if any x_i is not finite
  for (int i = 0; i < m; i++) sum += x[i] * 0.0;
  if (sum == 0.0) return;
  int i = 0;
  while (std::isfinite(x[i])) i++;
  throw Error(
      GPUINV_NONFINITE,
      std::string(what) + " is not finite in element " + std::to_string(i));
}

}  // namespace gpuinv
