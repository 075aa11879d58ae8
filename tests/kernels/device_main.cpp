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
#include <cstdlib>

#include "libgpuinv/device/cuda_devices.hpp"
#include "tests/kernels/skip.hpp"
#include "tests/kernels/suites.hpp"

int main() {
  try {
    gpuinv::device::CudaDevices devices;
    devices.count();
    std::printf("%s, %s\n", devices.info(0, false).name.c_str(),
                devices.versions().c_str());
    std::fflush(stdout);
  } catch (const gpuinv::Error& e) {
    return gpuinv::tests::skip(e.what());
  }

  // CUDA does not survive the fork that Check makes for every test.
  SRunner* runner = srunner_create(gpuinv::tests::kernel_suite());
  srunner_add_suite(runner, gpuinv::tests::inverse_suite());
  srunner_add_suite(runner, gpuinv::tests::misuse_suite());
  srunner_set_fork_status(runner, CK_NOFORK);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  const int run = srunner_ntests_run(runner);
  srunner_free(runner);
  std::printf("test_device: %d tests, %d failed\n", run, failed);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
