// lp_matrix.cpp (sparse matrix of a linear program on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/lp_matrix.hpp"

#include <numeric>
#include <utility>
#include <vector>

#include "libgpuinv/device/send.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

// Returns the rows of A's entries, counted from 0, then those of b.
std::vector<int> rows_of(const WorkingLp& lp) {
  const std::size_t nnz = lp.ptr[lp.n];
  std::vector<int> rows(nnz + lp.m);
  for (std::size_t t = 0; t < nnz; t++) rows[t] = lp.ind[t];
  std::iota(rows.begin() + static_cast<std::ptrdiff_t>(nnz), rows.end(), 0);
  return rows;
}

}  // namespace

DeviceMatrix send_lp(Context& context, const WorkingLp& lp) {
  std::vector<std::size_t> start(lp.n + 2);
  for (int k = 0; k <= lp.n; k++) start[k] = lp.ptr[k];
  const std::size_t nnz = start[lp.n];
  start[lp.n + 1] = nnz + lp.m;
  DeviceBuffer<int> row;
  send(context, rows_of(lp), &row);
  DeviceBuffer<double> value(nnz + lp.m);
  send(context, lp.val.data(), nnz, value.data());
  send(context, lp.b.data(), lp.m, value.data() + nnz);
  return {context, lp.m, lp.n + 1, nnz + lp.m,
          RowMatrix(context, start, std::move(row), std::move(value))};
}

std::size_t lp_bytes_needed(int m, int n, std::size_t nnz) {
  const std::size_t lines = static_cast<std::size_t>(m) + n + 3;
  return lines * (sizeof(std::size_t) + sizeof(int)) +
         (nnz + m) * (6 * sizeof(int) + 2 * sizeof(double));
}

}  // namespace gpuinv::device
