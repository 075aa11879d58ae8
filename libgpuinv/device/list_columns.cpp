// list_columns.cpp (columns of a linear program by their numbers)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "libgpuinv/device/list_columns.hpp"

#include <cstddef>
#include <string>

#include "libgpuinv/device/check.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {

void check_columns(const gpuinv_tableau_matrix& a, const int* list, int count,
                   const char* kind) {
  for (int i = 0; i < count; i++) {
    const int k = list[i];
    if (k >= 0 && k < a.n) continue;
    throw DeviceError(GPUINV_INVALID, std::string(kind) + " column " +
                                          std::to_string(k) +
                                          " is out of range");
  }
}

std::vector<HostColumn> list_columns(const gpuinv_tableau_matrix& a,
                                     const int* list, int count,
                                     const char* kind) {
  check_columns(a, list, count, kind);
  std::vector<HostColumn> columns(count);
  for (int i = 0; i < count; i++) {
    const std::ptrdiff_t first = a.ptr[list[i]] - a.base;
    const std::ptrdiff_t nnz = a.ptr[list[i] + 1] - a.ptr[list[i]];
    columns[i] = {static_cast<std::size_t>(nnz), a.ind + first, a.val + first};
  }
  return columns;
}

}  // namespace gpuinv::device
