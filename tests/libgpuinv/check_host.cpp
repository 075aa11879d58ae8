// check_host.cpp (conformance of the host back end)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <check.h>

#include <cstdlib>

#include "conformance.hpp"
#include "testing.hpp"

int main() {
  testing::seed();
  conformance_options("backend=host");
  Suite* suite = suite_create("basis inverse, host");
  for (TCase* tcase :
       {hand_cases(), accuracy_cases(), outcome_cases(), misuse_cases(),
        border_cases(), simplex_cases(), engine_cases(), engine_fork_cases(),
        engine_misuse_cases(), interior_cases()})
    suite_add_tcase(suite, tcase);
  SRunner* runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
