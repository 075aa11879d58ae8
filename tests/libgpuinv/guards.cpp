// guards.cpp (unit tests of the guard of BLAS calls, and of its code)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guards.hpp"

#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/host/host_inverse.hpp"
#include "libgpuinv/vendors/blas_core.hpp"
#include "libgpuinv/vendors/blas_guard.hpp"
#include "libgpuinv/vendors/vendors.hpp"

using gpuinv::BlasGuard;
using gpuinv::HostInverse;

// Returns the status of a guard that is made and destroyed here.
template <class... Flops>
static int status_of_guard(Flops... flops) {
  try {
    const BlasGuard guard(flops...);
    return GPUINV_OK;
  } catch (const gpuinv::Error& e) {
    return e.status();
  }
}

// A second guard on the same thread is refused, because it would wait for
// itself, whichever way it is made.  The first one stays: another thread waits
// until it is destroyed.
START_TEST(within_another_is_refused) {
  std::atomic<bool> entered{false};
  std::thread other;
  {
    const BlasGuard guard;
    ck_assert_int_eq(status_of_guard(), GPUINV_INTERNAL);
    ck_assert_int_eq(status_of_guard(0.0), GPUINV_INTERNAL);
    ck_assert_int_eq(status_of_guard(1e10), GPUINV_INTERNAL);
    other = std::thread([&] {
      if (status_of_guard() == GPUINV_OK) entered = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    ck_assert(!entered);
  }
  other.join();
  ck_assert(entered);
}
END_TEST

// Guards for one thread of BLAS share, in any order of ends; one for all
// threads, and fork(), wait for the last of them.  Then BLAS has its threads
// again.
START_TEST(small_ones_share) {
  const gpuinv::Vendors& v = gpuinv::vendors();
  constexpr int kOpenMp = 2;
  if (!v.openblas_get_parallel || v.openblas_get_parallel() == kOpenMp) return;
  v.openblas_set_num_threads(2);
  const int threads = BlasGuard::threads();
  auto first = std::make_unique<BlasGuard>(0.0);
  ck_assert_int_eq(BlasGuard::threads(), 1);
  std::atomic<bool> large{false}, forked{false};
  std::atomic<int> leave{0};
  std::thread second([&] {
    const BlasGuard guard(0.0);
    leave = 1;
    while (leave < 2) std::this_thread::yield();
  });
  while (leave < 1) std::this_thread::yield();  // it does not wait
  std::thread all([&] {
    const BlasGuard guard;
    large = true;
  });
  std::thread forks([&] {
    const pid_t child = fork();
    if (child == 0) _exit(status_of_guard(0.0) == GPUINV_OK ? 0 : 1);
    int status = -1;
    waitpid(child, &status, 0);
    forked = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  });
  first.reset();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  ck_assert(!large && !forked);
  leave = 2;
  second.join();
  all.join();
  forks.join();
  ck_assert(large && forked);
  ck_assert_int_eq(BlasGuard::threads(), threads);
}
END_TEST

// Anything that one guard left behind would refuse the next one.
START_TEST(one_after_another) {
  for (int round = 0; round < 3; round++) {
    ck_assert_int_eq(status_of_guard(), GPUINV_OK);
    ck_assert_int_eq(status_of_guard(0.0), GPUINV_OK);
  }
  int status = -1;
  const pid_t child = fork();
  if (child == 0) _exit(status_of_guard() == GPUINV_OK ? 0 : 1);
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
END_TEST

static double seconds(clockid_t clock) {
  timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

// Enters a dense matrix with a large diagonal.
static void enter_dense(HostInverse* inverse, int m) {
  inverse->begin(0, m);
  std::vector<int> ind(m);
  std::vector<double> val(m);
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < m; i++) {
      ind[i] = i;
      val[i] = i == j ? m : 1.0 / (1 + (i + 3 * j) % 7);
    }
    inverse->column(j, m, ind.data(), val.data());
  }
}

// Products with an inverse of a few hundred rows are too short for threads of
// BLAS, which spin for longer than that: other threads take hardly any time.
START_TEST(small_inverses_use_one_thread) {
  constexpr int kRows = 300, kSolves = 6000;
  setenv("OPENBLAS_NUM_THREADS", "2", 1);  // it is not open yet
  HostInverse inverse{gpuinv::BasisInverse::Limits()};
  enter_dense(&inverse, kRows);
  ck_assert_int_eq(inverse.factorize(), GPUINV_OK);
  // threads spin for a while after their start, too
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  const double process = seconds(CLOCK_PROCESS_CPUTIME_ID),
               own = seconds(CLOCK_THREAD_CPUTIME_ID);
  std::vector<double> x(kRows);
  for (int k = 0; k < kSolves; k++) {
    x.assign(kRows, 1.0 + k);
    ck_assert_int_eq(k % 2 ? inverse.ftran(x.data()) : inverse.btran(x.data()),
                     GPUINV_OK);
  }
  const double used = seconds(CLOCK_THREAD_CPUTIME_ID) - own;
  const double all = seconds(CLOCK_PROCESS_CPUTIME_ID) - process;
  ck_assert_double_le(all, 1.1 * used);
}
END_TEST

// A core that OpenBLAS does not know, or that lacks instructions of this
// processor's class, would be slower or worse.
START_TEST(core_fits_the_processor) {
  const std::string core = gpuinv::fitting_core();
#if defined(__x86_64__)
  if (core == "SkylakeX") ck_assert(__builtin_cpu_supports("avx512dq"));
  if (core == "Haswell") ck_assert(!__builtin_cpu_supports("avx512dq"));
  if (core.empty())
    ck_assert(!__builtin_cpu_is("intel") || !__builtin_cpu_supports("avx2"));
  else
    ck_assert(__builtin_cpu_supports("avx2"));
#else
  ck_assert(core.empty());
#endif
}
END_TEST

// What the user has chosen counts.
START_TEST(choice_is_the_users) {
  unsetenv("OPENBLAS_CORETYPE");
  ck_assert(gpuinv::may_choose_core());
  setenv("OPENBLAS_CORETYPE", "Zen", 1);
  ck_assert(!gpuinv::may_choose_core());
}
END_TEST

START_TEST(variable_is_gone_afterwards) {
  setenv("GPUINV_TEST_OTHER", "1", 1);
  {
    const gpuinv::WithVariable here("GPUINV_TEST_HERE=value");
    ck_assert_str_eq(getenv("GPUINV_TEST_HERE"), "value");
    ck_assert_str_eq(getenv("GPUINV_TEST_OTHER"), "1");
  }
  ck_assert_ptr_null(getenv("GPUINV_TEST_HERE"));
  ck_assert_str_eq(getenv("GPUINV_TEST_OTHER"), "1");
}
END_TEST

// What the program sets meanwhile is not lost, whether the name is new or not.
START_TEST(later_variable_stays) {
  setenv("GPUINV_TEST_OLD", "1", 1);
  const char* names[] = {"GPUINV_TEST_LATER", "GPUINV_TEST_OLD"};
  {
    const gpuinv::WithVariable here("GPUINV_TEST_HERE=value");
    setenv(names[_i], "2", 1);
  }
  ck_assert_str_eq(getenv(names[_i]), "2");
  const gpuinv::WithVariable again("GPUINV_TEST_HERE=again");
  ck_assert_str_eq(getenv(names[_i]), "2");
}
END_TEST

TCase* guard_cases() {
  TCase* cases = tcase_create("guards");
  tcase_set_timeout(cases, 20);
  tcase_add_test(cases, within_another_is_refused);
  tcase_add_test(cases, small_ones_share);
  tcase_add_test(cases, one_after_another);
  tcase_add_test(cases, small_inverses_use_one_thread);
  tcase_add_test(cases, core_fits_the_processor);
  tcase_add_test(cases, choice_is_the_users);
  tcase_add_test(cases, variable_is_gone_afterwards);
  tcase_add_loop_test(cases, later_variable_stays, 0, 2);
  return cases;
}
