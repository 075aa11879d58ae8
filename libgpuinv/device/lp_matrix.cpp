// lp_matrix.cpp (matrix of a linear program on the device, sparse)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "libgpuinv/device/lp_matrix.hpp"

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "libgpuinv/device/send.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

// Rows of A, counted from 0, and those of b.
std::vector<int> rows_of(const gpuinv_tableau_matrix& a) {
  const std::size_t nnz = a.ptr[a.n] - a.base;
  std::vector<int> rows(nnz + a.m);
  for (std::size_t t = 0; t < nnz; t++) rows[t] = a.ind[t] - a.base;
  std::iota(rows.begin() + static_cast<std::ptrdiff_t>(nnz), rows.end(), 0);
  for (std::size_t t = 0; t < nnz; t++) {
    if (rows[t] >= 0 && rows[t] < a.m) continue;
    throw DeviceError(GPUINV_INVALID, "row index " + std::to_string(a.ind[t]) +
                                          " is out of range");
  }
  return rows;
}

}  // namespace

DeviceMatrix send_lp(Context& context, const gpuinv_tableau_matrix& a) {
  std::vector<std::size_t> start(a.n + 2);
  for (int k = 0; k <= a.n; k++) start[k] = a.ptr[k] - a.base;
  const std::size_t nnz = start[a.n];
  start[a.n + 1] = nnz + a.m;
  DeviceBuffer<int> row;
  send(context, rows_of(a), &row);
  DeviceBuffer<double> value(nnz + a.m);
  send(context, a.val, nnz, value.data());
  send(context, a.b, a.m, value.data() + nnz);
  return {context, a.m, a.n + 1, nnz + a.m,
          RowMatrix(context, start, std::move(row), std::move(value))};
}

std::size_t lp_bytes_needed(int m, int n, std::size_t nnz) {
  const std::size_t lines = static_cast<std::size_t>(m) + n + 3;
  return lines * (sizeof(std::size_t) + sizeof(int)) +
         (nnz + m) * (6 * sizeof(int) + 2 * sizeof(double));
}

}  // namespace gpuinv::device
