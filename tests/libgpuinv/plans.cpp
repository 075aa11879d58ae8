// plans.cpp (unit tests of the plans of faults on purpose)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "plans.hpp"

#include <string>

#include "libgpuinv/base/fault.hpp"

namespace {

using gpuinv::FaultKind;
using gpuinv::FaultPlan;
using gpuinv::Site;

// Returns what happens at the first passes of the site: one letter for each.
std::string passes(FaultPlan& plan, Site site) {
  std::string seen;
  for (int t = 0; t < 5; t++)
    seen += "-fnxb0th"[static_cast<int>(plan.due(site))];
  return seen;
}

std::string passes(const char* text, Site site) {
  FaultPlan plan(text);
  return passes(plan, site);
}

START_TEST(nothing_is_planned) {
  for (const char* text : {static_cast<const char*>(nullptr), "", ":", "cuda ",
                           "CUDA:1", "cudas:1+", "1:cuda", "::::"}) {
    FaultPlan plan(text);
    ck_assert(!plan.armed());
    ck_assert(passes(plan, Site::kCuda) == "-----");
    ck_assert(plan.report() == "");
  }
}
END_TEST

START_TEST(one_pass_or_all_later_ones) {
  ck_assert(passes("cuda:3", Site::kCuda) == "--f--");
  ck_assert(passes("cuda:3+", Site::kCuda) == "--fff");
  ck_assert(passes("cuda:1+:full", Site::kCuda) == "00000");
  ck_assert(passes("cuda:0", Site::kCuda) == "-----");
  ck_assert(passes("cuda:6", Site::kCuda) == "-----");
  ck_assert(passes("cuda", Site::kCuda) == "-----");
}
END_TEST

START_TEST(kinds_have_names) {
  ck_assert(passes("vendor:2:fail", Site::kVendor) == "-f---");
  ck_assert(passes("ftran:2:nan", Site::kFtran) == "-n---");
  ck_assert(passes("ftran:2:inf", Site::kFtran) == "-x---");
  ck_assert(passes("ftran:2:flip", Site::kFtran) == "-b---");
  ck_assert(passes("vendor:2:full", Site::kVendor) == "-0---");
  ck_assert(passes("vendor:2:trap", Site::kVendor) == "-t---");
  ck_assert(passes("vendor:2:hang", Site::kVendor) == "-h---");
  ck_assert(passes("vendor:2:unknown", Site::kVendor) == "-f---");
}
END_TEST

START_TEST(other_sites_do_not_count) {
  FaultPlan plan("vendor:2+:full");
  ck_assert(plan.armed());
  ck_assert(passes(plan, Site::kCuda) == "-----");
  ck_assert(plan.report() == "GPUINV_FAULT: vendor passed 0 times, 0 faults");
  long number = 0;
  plan.due(Site::kVendor, &number);
  ck_assert_int_eq(number, 0);
  plan.due(Site::kVendor, &number);
  ck_assert_int_eq(number, 2);
  ck_assert(passes(plan, Site::kVendor) == "00000");
  ck_assert(plan.report() == "GPUINV_FAULT: vendor passed 7 times, 6 faults");
}
END_TEST

// As libgpuinv-cuda.so counts in the plan of libgpuinv.so.
START_TEST(plan_is_shared) {
  static FaultPlan shared("memory:2");
  ck_assert(!gpuinv::faults_are_armed());
  gpuinv::share_fault_plan(gpuinv::fault_plan());
  ck_assert(!gpuinv::faults_are_armed());
  gpuinv::share_fault_plan(shared);
  ck_assert(&gpuinv::fault_plan() == &shared);
  gpuinv::pass(Site::kMemory);
  gpuinv::pass(Site::kThread);
  ck_assert(gpuinv::faults_report() ==
            "GPUINV_FAULT: memory passed 1 times, 0 faults");
}
END_TEST

}  // namespace

TCase* plan_cases() {
  TCase* cases = tcase_create("plans");
  tcase_add_test(cases, nothing_is_planned);
  tcase_add_test(cases, one_pass_or_all_later_ones);
  tcase_add_test(cases, kinds_have_names);
  tcase_add_test(cases, other_sites_do_not_count);
  tcase_add_test(cases, plan_is_shared);
  return cases;
}
