// host_columns.hpp (view of a matrix by separate sparse columns)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

namespace gpuinv {

// A sparse column in host memory: element val[t] is in row ind[t].
struct HostColumn {
  std::size_t nnz;
  const int* ind;     // ind[nnz]
  const double* val;  // val[nnz]
};

// A matrix of m rows and n columns.  The view owns none of the arrays.
struct HostColumns {
  int m, n;
  int base;                  // ind counts rows from base
  const HostColumn* column;  // column[n]
};

}  // namespace gpuinv
