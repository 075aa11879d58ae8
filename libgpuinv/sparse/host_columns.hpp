// host_columns.hpp (matrices by sparse columns, in the arrays of others)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

namespace gpuinv {

// A sparse column on the host: element val[t] in row ind[t].
struct HostColumn {
  std::size_t nnz;
  const int* ind;     // ind[nnz]
  const double* val;  // val[nnz]
};

// Matrix of m rows and n columns.
struct HostColumns {
  int m, n;
  int base;                  // rows are base..base+m-1 in ind
  const HostColumn* column;  // column[n]
};

}  // namespace gpuinv
