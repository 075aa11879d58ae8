// forms.cpp (interior point with the normal equations of a device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/forms.hpp"

#include "libgpuinv/device/device_interior.hpp"
#include "libgpuinv/device/device_normal.hpp"
#include "tests/bench/infinite_normal.hpp"

namespace gpuinv::bench {
namespace {

using device::Context;
using device::DeviceMatrix;

bool has_device() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess && count > 0;
}

double bytes_in_use() {
  std::size_t free = 0, all = 0;
  GPUINV_CUDA(cudaMemGetInfo(&free, &all));
  return static_cast<double>(all - free);
}

// Makes the normal equations of a form.
using Maker = std::function<std::unique_ptr<NormalEquations>(
    const std::shared_ptr<Context>&, const ColumnMatrix&,
    const std::shared_ptr<const DeviceMatrix>&, Watch*)>;

Maker by_kind(NormalKind kind) {
  return [kind](const auto& context, const ColumnMatrix& a, const auto& matrix,
                Watch*) {
    return device::create_device_normal({context}, a, matrix,
                                        {kind, Precision::kDouble, false});
  };
}

std::unique_ptr<NormalEquations> make_infinite(
    const std::shared_ptr<Context>& context, const ColumnMatrix& a,
    const std::shared_ptr<const DeviceMatrix>& matrix, Watch* watch) {
  return std::make_unique<InfiniteNormal>(context, a, matrix, &watch->failures);
}

Form form_of(const std::shared_ptr<Context>& context, const char* name,
             const Maker& maker) {
  return {name, true,
          [context, maker](Watch* watch) -> MethodFactory {
            return [=](const BoundedForm& form, const Norms& norms) {
              const auto matrix =
                  std::make_shared<const DeviceMatrix>(*context, form.matrix());
              return device::create_device_interior(
                  context, form, matrix,
                  watched(maker(context, form.matrix(), matrix, watch), watch),
                  norms, device::kCorrectors);
            };
          },
          bytes_in_use};
}

}  // namespace

std::vector<Form> device_forms() {
  if (!has_device()) return {};
  const auto context = std::make_shared<Context>(0);
  context->cublas();
  context->cusolver();
  return {form_of(context, "GPU dense", by_kind(NormalKind::kDense)),
          form_of(context, "GPU sparse", by_kind(NormalKind::kSparse)),
          form_of(context, "GPU dense infinity", make_infinite)};
}

std::string device_name() {
  cudaDeviceProp device;
  if (!has_device()) return {};
  GPUINV_CUDA(cudaGetDeviceProperties(&device, 0));
  return device.name;
}

}  // namespace gpuinv::bench
