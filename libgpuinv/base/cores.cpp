// cores.cpp (processors that the work of a thread may use)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/base/cores.hpp"

#include <sched.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace gpuinv {
namespace {

thread_local const BusyCores* last = nullptr;

}  // namespace

// std::thread::hardware_concurrency() may count processors of the machine that
// this thread must not use.
int free_cores() {
  cpu_set_t allowed;
  int cores = sched_getaffinity(0, sizeof allowed, &allowed) == 0
                  ? CPU_COUNT(&allowed)
                  : static_cast<int>(std::thread::hardware_concurrency());
  for (const BusyCores* other = last; other != nullptr; other = other->before_)
    if (other->busy_ != nullptr && other->busy_->load())
      cores -= other->processors_;
  return std::max(cores, 1);
}

BusyCores::BusyCores(const std::atomic<bool>* busy, int processors)
    : busy_(busy),
      processors_(processors),
      before_(std::exchange(last, this)) {}

BusyCores::~BusyCores() { last = before_; }

}  // namespace gpuinv
