// device_matrix.cpp (sparse matrix on the device, by columns and by rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/device_matrix.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/sort_entries.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {

RowMatrix::RowMatrix(Context& context, const HostRows& rows) {
  send_start(context, rows.start);
  send(context, rows.index, &index_);
  send(context, rows.value, &value_);
}

RowMatrix::RowMatrix(Context& context, const std::vector<std::size_t>& start,
                     DeviceBuffer<int> index, DeviceBuffer<double> value)
    : index_(std::move(index)), value_(std::move(value)) {
  send_start(context, start);
}

// Sends start and the list of rows, class after class.
void RowMatrix::send_start(Context& context,
                           const std::vector<std::size_t>& start) {
  const int rows = static_cast<int>(start.size()) - 1;
  const auto class_of = [&](int i) {
    return kernels::row_class(start[i + 1] - start[i]);
  };
  for (int i = 0; i < rows; i++) count_[class_of(i)]++;
  int next[kernels::kRowClasses] = {};
  for (int c = 1; c < kernels::kRowClasses; c++) {
    next[c] = next[c - 1] + count_[c - 1];
  }
  std::vector<int> list(rows);
  for (int i = 0; i < rows; i++) list[next[class_of(i)]++] = i;
  send(context, list, &list_);
  send(context, start, &start_);
}

void RowMatrix::sum_up(Context& context, bool squares, const double* x,
                       double* y) const {
  const int* list = list_.data();
  for (int c = 0; c < kernels::kRowClasses; c++) {
    GPUINV_CUDA(kernels::launch_row_sums(context.launch(), c, count_[c], list,
                                         view(), squares, x, y));
    list += count_[c];
  }
}

namespace {

RowMatrix send_columns(Context& context, const ColumnMatrix& a) {
  const std::size_t nnz = a.start[a.columns];
  const std::size_t size = std::max<std::size_t>(nnz, 1);
  // A twice, keys and places, and workspace to sort those
  require_memory("matrix", a.rows, 2 * nnz * 12 + 4 * nnz * sizeof(int));
  DeviceBuffer<int> row(size);
  DeviceBuffer<double> value(size);
  send(context, a.row, nnz, row.data());
  send(context, a.value, nnz, value.data());
  return RowMatrix(context, {a.start, a.start + a.columns + 1}, std::move(row),
                   std::move(value));
}

RowMatrix list_rows(Context& context, int m, int n, std::size_t nnz,
                    const RowMatrix& columns) {
  EntriesByRows rows = sort_by_rows(context, m, n, nnz, columns.view());
  return RowMatrix(context, rows.start, std::move(rows.column),
                   std::move(rows.value));
}

}  // namespace

DeviceMatrix::DeviceMatrix(Context& context, const ColumnMatrix& a)
    : DeviceMatrix(context, a.rows, a.columns, a.start[a.columns],
                   send_columns(context, a)) {}

DeviceMatrix::DeviceMatrix(Context& context, int m, int n, std::size_t nnz,
                           RowMatrix columns)
    : m_(m),
      n_(n),
      nnz_(nnz),
      columns_(std::move(columns)),
      rows_(list_rows(context, m, n, nnz, columns_)) {}

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
