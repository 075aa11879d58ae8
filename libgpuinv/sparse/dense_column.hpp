// dense_column.hpp (columns with an element in every row)
// SPDX-License-Identifier: GPL-3.0-or-later

// Dense problems have columns that name every row in order.  Such columns are
// recognized once; after that nobody reads their indices.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "libgpuinv/base/error.hpp"

namespace gpuinv {

// How a column names its rows: one by one, or all of them in order.
enum class Rows : signed char { kListed, kAscending, kDescending };

// Returns whether ind[t] = first + step*t for all t.  Compilers vectorize loops
// of fixed length, hence the blocks.
inline bool is_run(int count, const int* ind, unsigned first, unsigned step) {
  constexpr int kBlock = 8;
  unsigned wrong[kBlock] = {};
  int t = 0;
  for (; t + kBlock <= count; t += kBlock) {
    const unsigned start = first + step * t;
    for (int r = 0; r < kBlock; r++)
      wrong[r] |= (start + step * r) ^ static_cast<unsigned>(ind[t + r]);
  }
  for (; t < count; t++) wrong[0] |= (first + step * t) ^ ind[t];
  for (int r = 1; r < kBlock; r++) wrong[0] |= wrong[r];
  return wrong[0] == 0;
}

// Classifies the nnz row indices of a column, counted from base, of m rows.
inline Rows rows_of(int m, int base, std::size_t nnz, const int* ind) {
  if (nnz != static_cast<std::size_t>(m) || m < 1) return Rows::kListed;
  const unsigned first = base;
  if (ind[0] == base)
    return is_run(m, ind, first, 1) ? Rows::kAscending : Rows::kListed;
  if (ind[m - 1] == base && is_run(m, ind, first + m - 1, -1))
    return Rows::kDescending;
  return Rows::kListed;
}

// The sum of absolute values, and the least of them and 1.  Four partial sums
// do not wait for each other.  They are no array, which compilers keep in
// memory instead of registers.
struct AbsValues {
  AbsValues(std::size_t count, const double* val) {
    double a = 0.0, b = 0.0, c = 0.0, d = 0.0;
    double p = 1.0, q = 1.0, r = 1.0, s = 1.0;
    std::size_t t = 0;
    for (; t + 4 <= count; t += 4) {
      add(val[t], &a, &p);
      add(val[t + 1], &b, &q);
      add(val[t + 2], &c, &r);
      add(val[t + 3], &d, &s);
    }
    for (; t < count; t++) add(val[t], &a, &p);
    sum = (a + b) + (c + d);
    least = std::min(std::min(p, q), std::min(r, s));
  }
  double sum, least;

 private:
  static void add(double value, double* total, double* smallest) {
    const double size = std::fabs(value);
    *total += size;
    *smallest = size < *smallest ? size : *smallest;
  }
};

inline double abs_sum(std::size_t count, const double* val) {
  return AbsValues(count, val).sum;
}

// Returns whether all values are finite.  If so, their sum usually is finite,
// too; only if it overflows each value is tested.
inline bool all_finite(std::size_t count, const double* val) {
  return std::isfinite(abs_sum(count, val)) ||
         std::all_of(val, val + count,
                     [](double x) { return std::isfinite(x); });
}

// What one pass over a column's values and one over its indices tell.
struct ColumnShape {
  Rows rows;
  bool zeros;  // some element is zero
  double sum;  // of absolute values
};

// Looks at a column of m rows, whose len indices count from base.
inline ColumnShape shape_of_column(int m, int base, int len, const int* ind,
                                   const double* val) {
  const AbsValues values(len, val);
  return {rows_of(m, base, len, ind), values.least == 0.0, values.sum};
}

// Throws Error(NONFINITE, "<what> is not finite in element i") if some x_i is
// infinite or not a number.
inline void require_finite(int m, const double* x, const char* what) {
  if (all_finite(m, x)) return;
  int i = 0;
  while (std::isfinite(x[i])) i++;
  throw Error(
      GPUINV_NONFINITE,
      std::string(what) + " is not finite in element " + std::to_string(i));
}

// max_i |x_i| over x[0..m-1]
inline double max_abs(int m, const double* x) {
  double largest = 0.0;
  for (int i = 0; i < m; i++) largest = std::max(largest, std::fabs(x[i]));
  return largest;
}

}  // namespace gpuinv
