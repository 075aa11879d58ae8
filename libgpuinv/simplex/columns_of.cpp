// columns_of.cpp (columns of a linear program by their numbers)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

std::vector<HostColumn> columns_of(const WorkingLp& lp,
                                   const std::vector<int>& which) {
  std::vector<HostColumn> columns;
  columns.reserve(which.size());
  for (int k : which)
    columns.push_back({lp.ptr[k + 1] - lp.ptr[k], lp.ind.data() + lp.ptr[k],
                       lp.val.data() + lp.ptr[k]});
  return columns;
}

}  // namespace gpuinv
