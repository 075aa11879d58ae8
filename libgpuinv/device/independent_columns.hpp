// independent_columns.hpp (independent columns by a dense LU on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/device/context.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv::device {

// As Tableau::independent_columns.  Takes 8 bytes for each element of A, zeros
// included, until it returns; none if there are not so many.
std::vector<int> independent_columns(Context& context, const ColumnMatrix& a);

}  // namespace gpuinv::device
