// device_interior.cu (interior point method in device memory)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <utility>

#include "libgpuinv/device/device_interior.hpp"
#include "libgpuinv/device/device_space.hpp"
#include "libgpuinv/interior/space_method.hpp"

namespace gpuinv::device {

std::unique_ptr<InteriorMethod> create_device_interior(
    const std::shared_ptr<Context>& context, const BoundedForm& form,
    std::shared_ptr<const DeviceMatrix> matrix,
    std::unique_ptr<NormalEquations> normal, const Norms& norms,
    int correctors) {
  return std::make_unique<SpaceMethod<DeviceSpace>>(
      DeviceSpace(context, std::move(matrix)), form, std::move(normal), norms,
      correctors);
}

}  // namespace gpuinv::device
