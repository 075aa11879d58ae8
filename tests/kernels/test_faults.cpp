// test_faults.cpp (faults of calls on a device, planned by GPUINV_FAULT)
// SPDX-License-Identifier: GPL-3.0-or-later

// Each test is a process of its own, and this one does not touch CUDA: a trap
// ends its use.  What needs a device is left out where there is none, unless
// GPUINV_REQUIRE_GPU=1.

#include <check.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
#include "tests/kernels/skip.hpp"

namespace gpuinv::tests {
namespace {

using device::DeviceBuffer;
using device::DeviceError;

void plan(const char* text) { share_fault_plan(*new FaultPlan(text)); }

bool has_device() {
  int count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess && count > 0) return true;
  ck_assert_int_eq(skip("left out"), 77);
  return false;
}

int calls;

template <class Status>
Status call() {
  calls++;
  return Status();
}

// Returns the status of the error that body() throws, or OK, and its text.
template <class Body>
int status_of(Body body, std::string* text = nullptr) {
  try {
    body();
  } catch (const DeviceError& e) {
    if (text != nullptr) *text = e.what();
    return e.status();
  }
  return GPUINV_OK;
}

void cuda() { GPUINV_CUDA(call<cudaError_t>()); }
void cublas() { GPUINV_CUBLAS(call<cublasStatus_t>()); }
void cusolver() { GPUINV_CUSOLVER(call<cusolverStatus_t>()); }

START_TEST(a_failing_call_is_not_made) {
  plan("cuda:2");
  std::string text;
  ck_assert_int_eq(status_of(cuda), GPUINV_OK);
  ck_assert_int_eq(status_of(cublas), GPUINV_OK);
  ck_assert_int_eq(calls, 2);
  ck_assert_int_eq(status_of(cuda, &text), GPUINV_DEVICE);
  ck_assert_int_eq(calls, 2);
  ck_assert_msg(text.find("cudaErrorUnknown") != text.npos, "%s", text.c_str());
  ck_assert_int_eq(status_of(cuda), GPUINV_OK);
  ck_assert_int_eq(calls, 3);
}
END_TEST

START_TEST(vendors_fail_together) {
  plan("vendor:1+");
  ck_assert_int_eq(status_of(cublas), GPUINV_DEVICE);
  ck_assert_int_eq(status_of(cusolver), GPUINV_DEVICE);
  ck_assert_int_eq(calls, 0);
  ck_assert_int_eq(status_of(cuda), GPUINV_OK);
  ck_assert_int_eq(calls, 1);
}
END_TEST

START_TEST(exhausted_memory_cannot) {
  plan("vendor:1+:full");
  ck_assert_int_eq(status_of(cublas), GPUINV_CANNOT);
  ck_assert_int_eq(status_of(cusolver), GPUINV_CANNOT);
  plan("cuda:1+:full");
  ck_assert_int_eq(status_of(cuda), GPUINV_CANNOT);
  ck_assert_int_eq(calls, 0);
}
END_TEST

// The caller of page-locked memory can do with other memory.
START_TEST(no_memory_to_lock) {
  plan("cuda:1+:full");
  bool refused = false;
  try {
    device::PinnedBuffer<char> locked(1000);
  } catch (const std::bad_alloc&) {
    refused = true;
  }
  ck_assert(refused);
  plan("cuda:1+");
  ck_assert_int_eq(status_of([] { device::PinnedBuffer<char> locked(1000); }),
                   GPUINV_DEVICE);
}
END_TEST

START_TEST(a_trap_ends_cuda) {
  if (!has_device()) return;
  {
    device::Context context(0);
    DeviceBuffer<char> before(1000);
    plan("cuda:1:trap");
    std::string text;
    const auto wait = [&] { context.synchronize(); };
    ck_assert_int_eq(status_of(wait, &text), GPUINV_DEVICE);
    std::printf("%s\n", text.c_str());
    for (int t = 0; t < 3; t++)  // for good
      ck_assert_int_eq(status_of(wait), GPUINV_DEVICE);
    ck_assert_int_ne(status_of([] { DeviceBuffer<char> after(1000); }),
                     GPUINV_OK);
  }
  ck_assert_int_ne(status_of([] { device::Context again(0); }), GPUINV_OK);
}
END_TEST

START_TEST(a_hanging_device_keeps_others_waiting) {
  if (!has_device()) return;
  device::Context context(0);
  const double two = 2.0;
  const auto begin = std::chrono::steady_clock::now();
  plan("cuda:1:hang");
  cuda();
  DeviceBuffer<double> x(1000);
  GPUINV_CUDA(cudaMemsetAsync(x.data(), 0, x.bytes(), context.stream()));
  GPUINV_CUBLAS(cublasDscal(context.cublas(), 1000, &two, x.data(), 1));
  context.synchronize();
  const std::chrono::duration<double> spent =
      std::chrono::steady_clock::now() - begin;
  std::printf("%.2f s\n", spent.count());
  ck_assert_double_ge(spent.count(), 1.8);
  ck_assert_double_le(spent.count(), 20.0);
}
END_TEST

Suite* fault_suite() {
  Suite* suite = suite_create("faults");
  TCase* cases = tcase_create("calls");
  suite_add_tcase(suite, cases);
  tcase_set_timeout(cases, 60.0);
  tcase_add_test(cases, a_failing_call_is_not_made);
  tcase_add_test(cases, vendors_fail_together);
  tcase_add_test(cases, exhausted_memory_cannot);
  tcase_add_test(cases, no_memory_to_lock);
  tcase_add_test(cases, a_trap_ends_cuda);
  tcase_add_test(cases, a_hanging_device_keeps_others_waiting);
  return suite;
}

}  // namespace
}  // namespace gpuinv::tests

int main() {
  SRunner* runner = srunner_create(gpuinv::tests::fault_suite());
  std::fflush(stdout);
  srunner_set_fork_status(runner, CK_FORK);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
