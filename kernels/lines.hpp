// lines.hpp (products with the rows or columns of a small matrix)
// SPDX-License-Identifier: GPL-3.0-or-later

// Each function is one launch.  For small matrices, a call of cuBLAS would take
// the host longer than the device needs for its work.

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// Element h = 0..length-1 of line i = 0..count-1 is first[i*step + h*stride].
struct Lines {
  const double* first;
  std::size_t step, stride;
  int count, length;
};

// The lines of a matrix with m rows of ld elements, of which the first n count.
constexpr Lines row_lines(const double* t, std::size_t ld, int m, int n) {
  return {t, ld, 1, m, n};
}
constexpr Lines column_lines(const double* t, std::size_t ld, int m, int n) {
  return {t, 1, ld, n, m};
}

// Up to this size, either direction takes 10 us or so.
constexpr bool suits_lines(int m, int n) {
  return static_cast<std::size_t>(m) * n <= std::size_t{1} << 18;
}

// y[i] := line i times x; nothing is done if y is null.
struct LineProducts {
  Lines lines;
  const double* x;
  double* y;
};

// Computes both in one launch.
cudaError_t launch_line_products(const Launch& launch, const LineProducts& a,
                                 const LineProducts& b);

// y[i][k] := scale[i]*(sign k of id[i] + factor*(line i times sign k of
// other)), k < 32; id[count], scale[count], other[length].
cudaError_t launch_line_sketches(const Launch& launch, const Lines& lines,
                                 const int* other, const int* id,
                                 const float* scale, double factor, float* y);

}  // namespace gpuinv::kernels
