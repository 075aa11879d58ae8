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
#include <initializer_list>

#include "conformance.hpp"
#include "testing.hpp"

static int failures(const char* options, std::initializer_list<TCase*> tcases) {
  conformance_options(options);
  Suite* suite = suite_create(options);
  for (TCase* tcase : tcases) suite_add_tcase(suite, tcase);
  SRunner* runner = srunner_create(suite);
  srunner_set_fork_status(runner, CK_NOFORK);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed;
}

int main() {
  const char* require = std::getenv("GPUINV_REQUIRE_GPU");
  if (!testing::available("backend=cuda"))
    return require != nullptr && std::strcmp(require, "1") == 0 ? EXIT_FAILURE
                                                                : 77;
  testing::seed();
  int failed = failures(
      "backend=cuda",
      {hand_cases(), accuracy_cases(), peel_cases(), outcome_cases(),
       misuse_cases(), border_cases(), simplex_cases(EngineForm::kTableau),
       simplex_cases(EngineForm::kInverse), engine_cases(EngineForm::kTableau),
       engine_cases(EngineForm::kInverse),
       engine_limit_cases(EngineForm::kTableau),
       engine_limit_cases(EngineForm::kInverse), engine_fork_cases(),
       engine_misuse_cases(), interior_cases()});
  // changes of the inverse at once, and pending, a few or all that can be
  for (const char* options : {"backend=cuda pivots=1", "backend=cuda pivots=7",
                              "backend=cuda pivots=128"})
    failed +=
        failures(options, {hand_cases(), accuracy_cases(), outcome_cases()});
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
