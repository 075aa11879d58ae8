// testing.hpp (what the tests of netlib/ share)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_TESTS_NETLIB_TESTING_HPP
#define GPUINV_TESTS_NETLIB_TESTING_HPP

#include <check.h>
#undef fail  // a short name that C++ headers use, too

#include <cstdlib>
#include <string>
#include <vector>

// Two texts are equal; unlike ck_assert_str_eq it takes temporary strings.
#define ASSERT_TEXT(found, expected)                                           \
  do {                                                                         \
    const std::string found_ = (found), expected_ = (expected);                \
    ck_assert_msg(found_ == expected_, "'%s' instead of '%s'", found_.c_str(), \
                  expected_.c_str());                                          \
  } while (0)

// Runs the tests; the exit status of the program.
inline int run_suite(const char* name, const std::vector<const TTest*>& tests) {
  Suite* suite = suite_create(name);
  TCase* tcase = tcase_create(name);
  for (const TTest* test : tests) tcase_add_test(tcase, test);
  suite_add_tcase(suite, tcase);
  SRunner* runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
