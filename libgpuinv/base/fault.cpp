// fault.cpp (faults on purpose, so that tests can see what they break)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/base/fault.hpp"

#include <stdlib.h>

#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "libgpuinv/base/error.hpp"

namespace gpuinv {
namespace {

constexpr const char* kNames[] = {
    "memory", "thread", "blas",    "inverse", "ftran",  "btran", "build",
    "search", "state",  "product", "factor",  "normal", "lu",    "push"};
static_assert(sizeof kNames / sizeof *kNames ==
                  static_cast<std::size_t>(Site::kCount),
              "each site has a name");

enum class Kind { kFail, kNan, kInf, kFlip };

constexpr struct {
  const char* name;
  Kind kind;
} kKinds[] = {{"fail", Kind::kFail},
              {"nan", Kind::kNan},
              {"inf", Kind::kInf},
              {"flip", Kind::kFlip}};

class Plan {
 public:
  explicit Plan(const char* text) {
    if (text == nullptr) return;
    std::string site = next(text), when = next(text), kind = next(text);
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

  bool armed() const { return site_ != Site::kCount; }
  // Counts a pass.  Returns its number if it shall fail, else 0.
  long due(Site site) {
    if (site != site_) return 0;
    const long number = ++passes_;
    if (pass_ == 0 || (lasting_ ? number < pass_ : number != pass_)) return 0;
    faults_++;
    return number;
  }
  Kind kind() const { return kind_; }
  std::string report() const {
    if (!armed()) return "";
    return std::string("GPUINV_FAULT: ") + kNames[static_cast<int>(site_)] +
           " passed " + std::to_string(passes_) + " times, " +
           std::to_string(faults_) + " faults";
  }

 private:
  // Returns the text up to the next colon and moves `text` behind the colon.
  static std::string next(const char*& text) {
    const std::size_t length = std::strcspn(text, ":");
    const std::string part(text, length);
    text += length + (text[length] == ':');
    return part;
  }

  Site site_ = Site::kCount;
  Kind kind_ = Kind::kFail;
  long pass_ = 0;
  bool lasting_ = false;
  std::atomic<long> passes_{0}, faults_{0};
};

// There is one plan per process, as there is one environment.
Plan& plan() {
  static Plan the_plan(secure_getenv("GPUINV_FAULT"));
  return the_plan;
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

double wrong(Kind kind, double x) {
  if (kind == Kind::kNan) return std::numeric_limits<double>::quiet_NaN();
  if (kind == Kind::kInf) return std::numeric_limits<double>::infinity();
  return flipped(x);
}

}  // namespace

bool faults_are_armed() { return plan().armed(); }

void pass(Site site) {
  if (plan().armed() && plan().due(site) != 0) fail(site);
}

void pass(Site site, int count, double* result) {
  if (!plan().armed()) return;
  const long number = plan().due(site);
  if (number == 0) return;
  if (plan().kind() == Kind::kFail) fail(site);
  if (count == 0) return;
  double& element = result[number * 7919 % count];  // spread over the vector
  element = wrong(plan().kind(), element);
}

std::string faults_report() { return plan().report(); }

}  // namespace gpuinv
