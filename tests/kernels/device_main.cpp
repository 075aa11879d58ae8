// device_main.cpp (runs the device suites, or says why it cannot)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

// Exit status 77 without a device (SKIP to automake); with
// GPUINV_REQUIRE_GPU=1 that is a failure.

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
