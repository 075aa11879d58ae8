// guards.cpp (unit tests of the guard of BLAS calls)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guards.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/vendors/blas_guard.hpp"

using gpuinv::BlasGuard;

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

TCase* guard_cases() {
  TCase* cases = tcase_create("guards");
  tcase_set_timeout(cases, 20);
  tcase_add_test(cases, within_another_is_refused);
  tcase_add_test(cases, one_after_another);
  return cases;
}
