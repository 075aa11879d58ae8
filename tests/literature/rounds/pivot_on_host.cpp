// pivot_on_host.cpp (a pivot of the compact tableau, serial)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/literature/rounds/pivot_on_host.hpp"

#include <cstddef>

namespace gpuinv::kernels::rounds {

void pivot_on_host(int rows, int columns, int r, int k, double* t) {
  const std::size_t n = columns;
  double* const pivot_row = t + r * n;
  const double pivot = pivot_row[k];
  for (std::size_t j = 0; j < n; j++) pivot_row[j] /= pivot;
  for (int i = 0; i < rows; i++) {
    if (i == r) continue;
    double* const row = t + i * n;
    const double factor = row[k];
    for (std::size_t j = 0; j < n; j++) row[j] -= factor * pivot_row[j];
    row[k] = -factor / pivot;
  }
  pivot_row[k] = 1.0 / pivot;
}

}  // namespace gpuinv::kernels::rounds
