// normal_sums.cpp (entries of A*diag(d)*A' by plain loops)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/normal_sums.hpp"

#include <algorithm>
#include <cmath>

#include "libgpuinv/base/error.hpp"

namespace gpuinv {

void add_normal_column(const ColumnMatrix& a, const RowIndex& rows, int i,
                       const double* d, double* sum) {
  for (int q = rows.start[i]; q < rows.start[i + 1]; q++) {
    const int j = rows.column[q];
    const int first = rows.place[q], end = a.start[j + 1];
    const double weight = a.value[first] * d[j];
    if (weight == 0.0) continue;
    for (int p = first; p < end; p++) sum[a.row[p]] += weight * a.value[p];
  }
}

double assembly_flops(const ColumnMatrix& a) {
  double sum = 0.0;
  for (int j = 0; j < a.columns; j++) {
    const double length = a.start[j + 1] - a.start[j];
    sum += length * (length + 2);
  }
  return sum;
}

void require_finite_weights(const ColumnMatrix& a, const double* d,
                            const double* r) {
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(d, d + a.columns, finite) ||
      !std::all_of(r, r + a.rows, finite))
    throw Error(GPUINV_NONFINITE,
                "a weight of the normal equations is not a finite number");
}

}  // namespace gpuinv
