// device_normal.hpp (creates normal equations on a device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <string>

#include "libgpuinv/device/device_matrix.hpp"
#include "libgpuinv/device/devices.hpp"
#include "libgpuinv/device/peers.hpp"
#include "libgpuinv/interior/normal_equations.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv::device {

// Returns whether the library for sparse factors can be loaded.
bool offers_sparse();
// Returns its version and file, or where it was looked for.
std::string sparse_library();

// matrix is A on the first of the cards, whose device must be current; all of
// them compute the factor, a packed one on the first card alone.  Only dense
// factors exist in single precision, too; kAuto takes it where it is much
// faster.  With normal.repeat, solves of the sparse form may take ten times as
// long, and one card has all of it.  Error(CANNOT): the requested form is not
// available.
std::unique_ptr<NormalEquations> create_device_normal(
    const Cards& cards, const ColumnMatrix& a,
    const std::shared_ptr<const DeviceMatrix>& matrix,
    const DeviceNormal& normal);

}  // namespace gpuinv::device
