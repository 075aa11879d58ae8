// device_normal.hpp (makes normal equations on a device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <string>

#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/device_matrix.hpp"
#include "libgpuinv/interior/choose_normal.hpp"
#include "libgpuinv/interior/normal_equations.hpp"
#include "libgpuinv/lp/options.hpp"
#include "libgpuinv/sparse/column_matrix.hpp"

namespace gpuinv::device {

// Whether there is a library for sparse factors.
bool offers_sparse();
// Its version and file, or where it was looked for.
std::string sparse_library();

// matrix: A on the device; that of the context is current.  Dense factors
// alone are made in single precision as well, kAuto: where that is much faster.
//  Error(CANNOT) if
// what is asked for is not to be had.
std::unique_ptr<NormalEquations> create_device_normal(
    const std::shared_ptr<Context>& context, const ColumnMatrix& a,
    const std::shared_ptr<const DeviceMatrix>& matrix, NormalKind form,
    Precision precision);

}  // namespace gpuinv::device
