// device_interior.hpp (interior point method in device memory)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>

#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/device_matrix.hpp"
#include "libgpuinv/interior/interior_method.hpp"

namespace gpuinv::device {

// matrix: that of the form, whose own is not looked at.  The device of the
// context is current whenever the result is used.
std::unique_ptr<InteriorMethod> create_device_interior(
    const std::shared_ptr<Context>& context, const BoundedForm& form,
    std::shared_ptr<const DeviceMatrix> matrix,
    std::unique_ptr<NormalEquations> normal, const Norms& norms,
    int correctors);

// Gondzio's correctors on a device, where a solve costs little.
constexpr int kCorrectors = 3;

// The method for a caller to whom the current device belongs: every call
// selects that of the context for its own length, errors are DeviceError, and
// in a child process nothing but CANNOT comes of it.
std::unique_ptr<InteriorMethod> guard_interior(
    std::shared_ptr<Context> context, std::unique_ptr<InteriorMethod> method);

}  // namespace gpuinv::device
