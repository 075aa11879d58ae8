// fault.cpp (faults on purpose, so that tests can see what they break)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/base/fault.hpp"

#include <stdlib.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/made_once.hpp"

namespace gpuinv {
namespace {

constexpr const char* kNames[] = {"memory", "thread",  "blas",   "inverse",
                                  "ftran",  "btran",   "build",  "search",
                                  "state",  "product", "factor", "normal",
                                  "lu",     "push",    "cuda",   "vendor"};
static_assert(sizeof kNames / sizeof *kNames ==
                  static_cast<std::size_t>(Site::kCount),
              "each site has a name");

constexpr struct {
  const char* name;
  FaultKind kind;
} kKinds[] = {{"fail", FaultKind::kFail}, {"nan", FaultKind::kNan},
              {"inf", FaultKind::kInf},   {"flip", FaultKind::kFlip},
              {"full", FaultKind::kFull}, {"trap", FaultKind::kTrap},
              {"hang", FaultKind::kHang}};

// Returns the text up to the next colon and moves `text` behind the colon.
std::string next_part(const char*& text) {
  const std::size_t length = std::strcspn(text, ":");
  const std::string part(text, length);
  text += length + (text[length] == ':');
  return part;
}

// The plan that another library shares with this one, or null.
std::atomic<FaultPlan*>& shared_plan() {
  static std::atomic<FaultPlan*> plan{nullptr};
  return plan;
}

[[noreturn]] void fail(Site site) {
  throw Error(GPUINV_DEVICE, std::string("fault on purpose: ") +
                                 kNames[static_cast<int>(site)]);
}

double flipped(double x) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  bits ^= std::uint64_t{1} << 54;
  std::memcpy(&x, &bits, sizeof bits);
  return x;
}

bool changes_result(FaultKind kind) {
  return kind == FaultKind::kNan || kind == FaultKind::kInf ||
         kind == FaultKind::kFlip;
}

double wrong(FaultKind kind, double x) {
  if (kind == FaultKind::kNan) return std::numeric_limits<double>::quiet_NaN();
  if (kind == FaultKind::kInf) return std::numeric_limits<double>::infinity();
  return flipped(x);
}

}  // namespace

FaultPlan::FaultPlan(const char* text) {
  if (text == nullptr) return;
  std::string site = next_part(text), when = next_part(text),
              kind = next_part(text);
  if (!when.empty() && when.back() == '+') {
    lasting_ = true;
    when.pop_back();
  }
  pass_ = std::strtol(when.c_str(), nullptr, 10);
  for (int s = 0; s < static_cast<int>(Site::kCount); s++)
    if (site == kNames[s]) site_ = static_cast<Site>(s);
  for (const auto& each : kKinds)
    if (kind == each.name) kind_ = each.kind;
}

FaultKind FaultPlan::due(Site site, long* number) {
  if (site != site_) return FaultKind::kNone;
  const long pass = ++passes_;
  if (pass_ == 0 || (lasting_ ? pass < pass_ : pass != pass_))
    return FaultKind::kNone;
  faults_++;
  if (number != nullptr) *number = pass;
  return kind_;
}

std::string FaultPlan::report() const {
  if (!armed()) return "";
  return std::string("GPUINV_FAULT: ") + kNames[static_cast<int>(site_)] +
         " passed " + std::to_string(passes_) + " times, " +
         std::to_string(faults_) + " faults";
}

// There is one plan per process, as there is one environment.
FaultPlan& fault_plan() {
  if (FaultPlan* const shared = shared_plan()) return *shared;
  static std::atomic<FaultPlan*> own{nullptr};
  return made_once(&own, [] {
    return std::make_unique<FaultPlan>(secure_getenv("GPUINV_FAULT"));
  });
}

void share_fault_plan(FaultPlan& plan) {
  if (&plan != &fault_plan()) shared_plan() = &plan;
}

bool faults_are_armed() { return fault_plan().armed(); }

void pass(Site site) {
  if (fault_plan().due(site) != FaultKind::kNone) fail(site);
}

void pass(Site site, int count, double* result) {
  long number = 0;
  const FaultKind kind = fault_plan().due(site, &number);
  if (kind == FaultKind::kNone) return;
  if (!changes_result(kind)) fail(site);
  if (count == 0) return;
  double& element = result[number * 7919 % count];  // spread over the vector
  element = wrong(kind, element);
}

std::string faults_report() { return fault_plan().report(); }

}  // namespace gpuinv
