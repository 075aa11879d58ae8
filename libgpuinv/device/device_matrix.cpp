// device_matrix.cpp (sparse matrix on the device, by columns and by rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/device_matrix.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "libgpuinv/device/require_memory.hpp"
#include "libgpuinv/device/send.hpp"
#include "libgpuinv/device/sort_entries.hpp"

namespace gpuinv::device {
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

}  // namespace gpuinv::device
