// list_columns.hpp (columns of a linear program by their numbers)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_DEVICE_LIST_COLUMNS_HPP
#define GPUINV_DEVICE_LIST_COLUMNS_HPP

#include <vector>

#include "libgpuinv/device/plugin.h"
#include "libgpuinv/host_columns.hpp"

namespace gpuinv::device {

// DeviceError (INVALID), which calls them of this kind, unless all numbers of
// the list are of columns of A.
void check_columns(const gpuinv_tableau_matrix& a, const int* list, int count,
                   const char* kind);

// Those columns after the check, in the arrays of `a`.
std::vector<HostColumn> list_columns(const gpuinv_tableau_matrix& a,
                                     const int* list, int count,
                                     const char* kind);

}  // namespace gpuinv::device

#endif
