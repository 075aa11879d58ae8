// device_main.cpp (runs the device suites, or says why it cannot)
// SPDX-License-Identifier: GPL-3.0-or-later

// Without a device the exit status is 77 (SKIP to automake), or a failure if
// GPUINV_REQUIRE_GPU=1.

#include <cstdio>
#include <vector>

#include "libgpuinv/device/cuda_devices.hpp"
#include "tests/kernels/run_on_device.hpp"
#include "tests/kernels/suites.hpp"

int main() {
  using namespace gpuinv::tests;
  return run_on_device("test_device", [] {
    gpuinv::device::CudaDevices devices;
    std::printf("%s, %s\n", devices.info(0, false).name.c_str(),
                devices.versions().c_str());
    return std::vector{kernel_suite(), inverse_suite(), misuse_suite()};
  });
}
