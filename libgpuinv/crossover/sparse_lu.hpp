// sparse_lu.hpp (UMFPACK behind a class)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdio>
#include <vector>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

// Error(NOMEM) with both numbers if what is to be allocated exceeds a limit; 0
// is none.
inline void require_bytes(const char* what, double bytes, std::size_t memory) {
  if (memory == 0 || bytes <= static_cast<double>(memory)) return;
  char text[160];
  std::snprintf(text, sizeof text,
                "crossover: %s of %.0f bytes exceed memory=%zu", what, bytes,
                memory);
  throw Error(GPUINV_NOMEM, text);
}

// P*R*A*Q = L*U of a sparse m by n matrix of any rank.
struct SparseLu {
  // Among the elements of a column that could be pivots, those that are
  // smaller than this share of the largest are not taken.  Rows are scaled if
  // the caller's scale means nothing.  Error(NOMEM, INTERNAL): NOMEM, too, if
  // the analysis tells that the factors may take more than so many bytes; 0
  // sets no limit.  An element that is alone in its row or column becomes a
  // pivot whatever its size, unless all pivots must be large.
  enum class Pivots { kAlone, kLarge };
  SparseLu(const ColumnMatrix& a, double share, bool scaled, bool factors,
           std::size_t memory, Pivots pivots = Pivots::kAlone);

  std::vector<int> row, column;  // P (m) and Q (n): index at each place
  std::vector<double> pivot;     // diagonal of U, min(m, n) elements
  double flops = 0.0;            // operations of the factorization
  // The following only if the factors are asked for.
  std::vector<double> row_scale;  // R, m
  SparseVectors l, u;  // L by rows, ones on the diagonal; U by columns

 private:
  void set_zero(bool factors);
  static void require_memory(const double* info, bool factors,
                             std::size_t memory);
};

}  // namespace gpuinv
