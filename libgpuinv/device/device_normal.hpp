// device_normal.hpp (creates normal equations on a device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <string>

#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/device_matrix.hpp"
#include "libgpuinv/interior/choose_normal.hpp"
#include "libgpuinv/interior/normal_equations.hpp"
#include "libgpuinv/lp/options.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv::device {

// Returns whether the library for sparse factors can be loaded.
bool offers_sparse();
// Returns its version and file, or where it was looked for.
std::string sparse_library();

// matrix is A on the device; the device of the context must be current.  Only
// dense factors exist in single precision, too; kAuto takes it where it is much
// faster.  repeat: equal input gives equal bits, in the sparse form, too, where
// solves may take ten times as long.  Error(CANNOT): the requested form is not
// available.
std::unique_ptr<NormalEquations> create_device_normal(
    const std::shared_ptr<Context>& context, const ColumnMatrix& a,
    const std::shared_ptr<const DeviceMatrix>& matrix, NormalKind form,
    Precision precision, bool repeat = false);

}  // namespace gpuinv::device
