// run_on_device.hpp (suites that need a device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>
#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>

#include "tests/kernels/skip.hpp"

namespace gpuinv::tests {

// Runs the suites that make() lists, and returns the exit status of the
// program.  Without a device nothing is made, see skip.hpp.  All tests run in
// this process, because CUDA does not survive the fork that Check makes for
// each.
template <class Make>
int run_on_device(const char* program, Make&& make) {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess || count == 0) return skip(cudaGetErrorName(error));
  SRunner* runner = srunner_create(nullptr);
  for (Suite* suite : make()) srunner_add_suite(runner, suite);
  std::fflush(stdout);
  srunner_set_fork_status(runner, CK_NOFORK);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  const int run = srunner_ntests_run(runner);
  srunner_free(runner);
  std::printf("%s: %d tests, %d failed\n", program, run, failed);
  return failed == 0 && run > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace gpuinv::tests
