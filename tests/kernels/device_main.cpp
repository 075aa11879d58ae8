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

#include "libgpuinv/device/plugin.h"
#include "libgpuinv/gpuinv.h"
#include "tests/kernels/skip.hpp"
#include "tests/kernels/suites.hpp"

int main() {
  const gpuinv_plugin* plugin = gpuinv_get_plugin(GPUINV_PLUGIN_VERSION);
  gpuinv_error_text err = {};
  int count = 0;
  if (plugin->device_count(&count, &err) != GPUINV_OK)
    return gpuinv::tests::skip(err.text);
  gpuinv_device_info info = {};
  if (plugin->device_info(0, 0, &info, &err) != GPUINV_OK) {
    return gpuinv::tests::skip(err.text);
  }
  char versions[256];
  plugin->versions(versions, sizeof versions);
  std::printf("%s, %s\n", info.name, versions);
  std::fflush(stdout);

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
