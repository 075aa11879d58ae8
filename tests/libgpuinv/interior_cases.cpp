// interior_cases.cpp (conformance: interior point methods at the C border)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cfloat>
#include <csetjmp>
#include <cstring>
#include <thread>

#include "conformance.hpp"
#include "interior_testing.hpp"

using testing::Interior;
using testing::InteriorData;

// --- outcomes ---------------------------------------------------------------

static void check_optimum(int base, int max) {
  const InteriorData data = testing::two_by_two(base, max);
  Interior interior;
  ck_assert_int_eq(interior.solve(data), GPUINV_OK);
  ck_assert_int_eq(interior.done, GPUINV_IPT_OPTIMAL);
  ck_assert_int_eq(interior.code, 0);
  ck_assert_int_eq(interior.stat, 5);  // GLP_OPT
  const double sign = max ? 1.0 : -1.0;
  ck_assert_double_eq_tol(interior.obj, sign * 11.0 + 100.0, 1e-6);
  const double prim[] = {4.0, 6.0, 3.0, 1.0}, dual[] = {2.0, 0.0, 1.0, 0.0};
  for (int k = 0; k < 4; k++) {
    ck_assert_double_eq_tol(interior.prim[k], prim[k], 1e-6);
    ck_assert_double_eq_tol(interior.dual[k], sign * dual[k], 1e-6);
  }
}

START_TEST(optimum) {
  for (int base = 0; base < 2; base++)
    for (int max = 0; max < 2; max++) check_optimum(base, max);
}
END_TEST

// Entries of a column may have any order.
START_TEST(any_order) {
  InteriorData data = testing::two_by_two(0, 1);
  data.ind = {1, 0, 1, 0};
  data.val = {1.0, 1.0, 3.0, 1.0};
  for (const char* form : {" normal=dense", testing::other_form()}) {
    Interior interior, sorted;
    interior.options += form;
    sorted.options += form;
    ck_assert_int_eq(interior.solve(data), GPUINV_OK);
    ck_assert_int_eq(sorted.solve(testing::two_by_two(0, 1)), GPUINV_OK);
    ck_assert_int_eq(interior.iterations, sorted.iterations);
    ck_assert_double_eq(interior.obj, sorted.obj);
  }
}
END_TEST

// Nothing is left of the matrix, whose arrays may be NULL then: x = 3, y = 5.
START_TEST(no_elements) {
  InteriorData data = testing::two_by_two(1, 1);
  data.ptr = {1, 1, 1};
  std::vector<int>().swap(data.ind);
  std::vector<double>().swap(data.val);
  data.u[3] = 5.0;
  Interior interior;
  ck_assert_int_eq(interior.solve(data), GPUINV_OK);
  ck_assert_int_eq(interior.code, 0);
  ck_assert_double_eq_tol(interior.obj, 119.0, 1e-5);
}
END_TEST

// x + y <= 1, x + y >= 3: y = (-1, 1) proves it, (3 - 1) > 0.
START_TEST(no_primal_solution) {
  InteriorData data = testing::two_by_two(0, 0);
  data.val = {1.0, 1.0, 1.0, 1.0};
  data.u = {1.0, DBL_MAX, DBL_MAX, DBL_MAX};
  data.l = {-DBL_MAX, 3.0, 0.0, 0.0};
  Interior interior;
  ck_assert_int_eq(interior.solve(data), GPUINV_OK);
  ck_assert_int_eq(interior.done, GPUINV_IPT_INFEASIBLE);
  ck_assert_int_eq(interior.code, 0);
  ck_assert_int_eq(interior.stat, 4);  // GLP_NOFEAS
  const std::vector<double>& y = interior.dual;
  const double scale = std::max(-y[0], y[1]);
  ck_assert(scale >= 1.0 && scale < 2.0);
  ck_assert_double_gt((y[0] + 3.0 * y[1]) / scale, 1.0);
  ck_assert_double_lt((y[0] + y[1]) / scale, 1e-6);
}
END_TEST

// maximize 3x + 2y, x - y <= 1: (1, 1) is a ray.
START_TEST(no_dual_solution) {
  InteriorData data = testing::two_by_two(1, 1);
  data.val = {1.0, 1.0, -1.0, -1.0};
  data.u = {1.0, 1.0, DBL_MAX, DBL_MAX};
  Interior interior;
  ck_assert_int_eq(interior.solve(data), GPUINV_OK);
  ck_assert_int_eq(interior.done, GPUINV_IPT_UNBOUNDED);
  ck_assert_int_eq(interior.code, 0);
  ck_assert_int_eq(interior.stat, 4);  // GLP_NOFEAS
  const double x = interior.prim[2], y = interior.prim[3];
  ck_assert(std::max(x, y) >= 1.0 && std::max(x, y) < 2.0);
  ck_assert_double_le(x - y, 1e-6 * (x + y));
}
END_TEST

START_TEST(limits) {
  Interior interior;
  for (int limit = 0; limit < 3; limit++) {
    interior.parm.it_lim = limit;
    ck_assert_int_eq(interior.solve(testing::two_by_two(0, 0)), GPUINV_OK);
    ck_assert_int_eq(interior.done, GPUINV_IPT_ITERATIONS);
    ck_assert_int_eq(interior.code, 8);  // GLP_EITLIM
    ck_assert_int_eq(interior.stat, 3);  // GLP_INFEAS
  }
  interior.parm = testing::interior_parameters();
  interior.parm.tm_lim = 0.0;
  ck_assert_int_eq(interior.solve(testing::two_by_two(0, 0)), GPUINV_OK);
  ck_assert_int_eq(interior.done, GPUINV_IPT_TIME);
  ck_assert_int_eq(interior.code, 9);  // GLP_ETMLIM
}
END_TEST

// A looser tolerance ends earlier.
START_TEST(tolerance) {
  Interior interior;
  ck_assert_int_eq(interior.solve(testing::two_by_two(0, 0)), GPUINV_OK);
  const int iterations = interior.iterations;
  interior.parm.tol = 0.1;
  ck_assert_int_eq(interior.solve(testing::two_by_two(0, 0)), GPUINV_OK);
  ck_assert_int_eq(interior.done, GPUINV_IPT_OPTIMAL);
  ck_assert_int_lt(interior.iterations, iterations);
}
END_TEST

// --- life -------------------------------------------------------------------

static std::jmp_buf jump;
static int lines_left;

static void leave(void*, int, const char*) {
  if (--lines_left == 0) std::longjmp(jump, 1);
}

// Leaves at the k-th line of the log; returns whether the log got so far.
static bool leaves_at(Interior& interior, const InteriorData& data, int k) {
  lines_left = k;
  if (setjmp(jump) != 0) return true;
  ck_assert_int_eq(interior.solve(data), GPUINV_OK);
  return false;
}

START_TEST(log_may_longjmp) {
  const InteriorData data = testing::two_by_two(0, 0);
  volatile int k = 0;
  volatile bool more = true;
  while (more) {
    Interior interior(leave, NULL);
    k = k + 1;
    more = leaves_at(interior, data, k);
    lines_left = 0;
    interior.drop();
    ck_assert_int_eq(interior.solve(data), GPUINV_OK);
    ck_assert_int_eq(interior.done, GPUINV_IPT_OPTIMAL);
  }
  ck_assert_int_gt(k, 6);
}
END_TEST

struct Heard {
  int iterations, verdicts, others;
};

static void hear(void* info, int level, const char* text) {
  Heard& heard = *static_cast<Heard*>(info);
  int number = -1;
  if (std::sscanf(text, "%d: obj = ", &number) == 1 &&
      number == heard.iterations && level == GPUINV_LOG_INFO)
    heard.iterations++;
  else if (std::strcmp(text, "OPTIMAL SOLUTION FOUND") == 0 &&
           level == GPUINV_LOG_ALL)
    heard.verdicts++;
  else
    heard.others += std::strncmp(text, "GPU: ", 5) != 0;
}

START_TEST(log_lines) {
  Heard heard = {};
  Interior interior(hear, &heard);
  ck_assert_int_eq(interior.solve(testing::two_by_two(0, 0)), GPUINV_OK);
  ck_assert_int_eq(interior.step(), GPUINV_OK);
  ck_assert_int_gt(heard.iterations, 3);  // from 0, the start
  ck_assert_int_eq(heard.verdicts, 1);
  ck_assert_int_eq(heard.others, 0);
}
END_TEST

START_TEST(deleted_elsewhere) {
  Interior interior;
  for (int t = 0; t < 20; t++) {
    ck_assert_int_eq(interior.start(testing::two_by_two(0, 0)), GPUINV_OK);
    gpuinv_interior* handle = interior.handle;
    std::thread other([&] { interior.api->interior_delete(handle); });
    ck_assert_int_eq(interior.start(testing::two_by_two(1, 1)), GPUINV_OK);
    other.join();
    ck_assert_int_eq(interior.finish(), GPUINV_OK);
    interior.drop();
  }
}
END_TEST

// A child goes on with the host's method, whatever the parent's is: it must not
// use a device's, and the host's comes next.
static int child_exit() {
  Interior interior;
  if (interior.start(testing::two_by_two(0, 0)) != GPUINV_OK) return -1;
  while (interior.iterations == 0)
    if (interior.step() != GPUINV_OK) return -1;
  const pid_t child = fork();
  if (child == 0) {
    const int status = interior.finish();
    interior.api->session_delete(interior.session);
    _exit(status == GPUINV_OK ? 0 : 1 + status);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (interior.finish() != GPUINV_OK) return -2;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -3;
}

START_TEST(forked_child) { ck_assert_int_eq(child_exit(), 0); }
END_TEST

TCase* interior_cases() {
  TCase* tcase = tcase_create("interior");
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, optimum);
  tcase_add_test(tcase, any_order);
  tcase_add_test(tcase, no_elements);
  tcase_add_test(tcase, no_primal_solution);
  tcase_add_test(tcase, no_dual_solution);
  tcase_add_test(tcase, limits);
  tcase_add_test(tcase, tolerance);
  tcase_add_test(tcase, log_may_longjmp);
  tcase_add_test(tcase, log_lines);
  tcase_add_test(tcase, deleted_elsewhere);
  tcase_add_test(tcase, forked_child);
  return tcase;
}
