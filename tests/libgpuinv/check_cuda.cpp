// check_cuda.cpp (conformance of the CUDA back end)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

// CUDA must not be used after a fork without exec, hence no fork mode.
// Without a device: exit status 77 (SKIP), or a failure if
// GPUINV_REQUIRE_GPU=1.

#include <check.h>

#include <cstdlib>
#include <cstring>

#include "conformance.hpp"
#include "testing.hpp"

int main() {
  const char* require = std::getenv("GPUINV_REQUIRE_GPU");
  if (!testing::available("backend=cuda"))
    return require != nullptr && std::strcmp(require, "1") == 0 ? EXIT_FAILURE
                                                                : 77;
  testing::seed();
  conformance_options("backend=cuda");
  Suite* suite = suite_create("basis inverse, cuda");
  for (TCase* tcase :
       {hand_cases(), accuracy_cases(), outcome_cases(), misuse_cases(),
        border_cases(), simplex_cases(), engine_cases(), engine_fork_cases(),
        engine_misuse_cases()})
    suite_add_tcase(suite, tcase);
  SRunner* runner = srunner_create(suite);
  srunner_set_fork_status(runner, CK_NOFORK);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
