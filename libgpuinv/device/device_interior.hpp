// device_interior.hpp (interior point method in device memory)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>

#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/device_matrix.hpp"
#include "libgpuinv/interior/interior_method.hpp"

namespace gpuinv::device {

// matrix is the form's matrix on the device; the form's own is not read. The
// device of the context must be current whenever the result is used.
std::unique_ptr<InteriorMethod> create_device_interior(
    const std::shared_ptr<Context>& context, const BoundedForm& form,
    std::shared_ptr<const DeviceMatrix> matrix,
    std::unique_ptr<NormalEquations> normal, const Norms& norms,
    int correctors);

// Number of Gondzio's correctors on a device, where a solve is cheap.
constexpr int kCorrectors = 3;

}  // namespace gpuinv::device
