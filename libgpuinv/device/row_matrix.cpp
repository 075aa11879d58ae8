// row_matrix.cpp (sparse matrix by rows on the device)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "libgpuinv/device/row_matrix.hpp"

#include <algorithm>
#include <numeric>

#include "libgpuinv/device/send.hpp"

namespace gpuinv::device {

RowMatrix::RowMatrix(Context& context, const HostRows& rows) {
  const auto class_of = [&](int i) {
    return kernels::row_class(rows.start[i + 1] - rows.start[i]);
  };
  std::vector<int> list(rows.start.size() - 1);
  std::iota(list.begin(), list.end(), 0);
  for (const int i : list) count_[class_of(i)]++;
  std::stable_sort(list.begin(), list.end(),
                   [&](int i, int j) { return class_of(i) < class_of(j); });
  send(context, list, &list_);
  send(context, rows.start, &start_);
  send(context, rows.index, &index_);
  send(context, rows.value, &value_);
}

void RowMatrix::multiply(Context& context, const double* x, double* y) const {
  const int* list = list_.data();
  for (int c = 0; c < kernels::kRowClasses; c++) {
    GPUINV_CUDA(kernels::launch_row_sums(
        context.launch(), c, count_[c], list,
        {start_.data(), index_.data(), value_.data()}, x, y));
    list += count_[c];
  }
}

}  // namespace gpuinv::device
