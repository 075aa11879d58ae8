// column_products.cpp (products with A and with its transpose)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "libgpuinv/device/column_products.hpp"

#include <numeric>

#include "libgpuinv/device/require_memory.hpp"

namespace gpuinv::device {
namespace {

HostRows by_rows(const ColumnMatrix& a) {
  HostRows rows;
  rows.start.assign(a.rows + 1, 0);
  const int nnz = a.start[a.columns];
  for (int t = 0; t < nnz; t++) rows.start[a.row[t] + 1]++;
  std::partial_sum(rows.start.begin(), rows.start.end(), rows.start.begin());
  std::vector<std::size_t> next(rows.start);
  rows.index.resize(nnz);
  rows.value.resize(nnz);
  for (int k = 0; k < a.columns; k++) {
    for (int t = a.start[k]; t < a.start[k + 1]; t++) {
      const std::size_t to = next[a.row[t]]++;
      rows.index[to] = k;
      rows.value[to] = a.value[t];
    }
  }
  require_memory("matrix", a.rows, 2 * rows.bytes());
  return rows;
}

HostRows by_columns(const ColumnMatrix& a) {
  const int nnz = a.start[a.columns];
  return {{a.start, a.start + a.columns + 1},
          {a.row, a.row + nnz},
          {a.value, a.value + nnz}};
}

}  // namespace

ColumnProducts::ColumnProducts(Context& context, const ColumnMatrix& a)
    : rows_(context, by_rows(a)), columns_(context, by_columns(a)) {}

}  // namespace gpuinv::device
