// row_matrix.cpp (sparse matrix by rows on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/row_matrix.hpp"

#include <utility>

#include "libgpuinv/device/context.hpp"

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

}  // namespace gpuinv::device
