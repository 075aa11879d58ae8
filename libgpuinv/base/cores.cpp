// cores.cpp (processors that the work of a thread may use)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/base/cores.hpp"

#include <sched.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace gpuinv {
namespace {

thread_local const std::atomic<bool>* busy_core = nullptr;

}  // namespace

// std::thread::hardware_concurrency() may count processors of the machine that
// the process must not use.
int free_cores() {
  cpu_set_t allowed;
  const int all = sched_getaffinity(0, sizeof allowed, &allowed) == 0
                      ? CPU_COUNT(&allowed)
                      : static_cast<int>(std::thread::hardware_concurrency());
  const bool busy = busy_core != nullptr && busy_core->load();
  return std::max(busy ? all - 1 : all, 1);
}

BusyCore::BusyCore(const std::atomic<bool>* busy)
    : before_(std::exchange(busy_core, busy)) {}

BusyCore::~BusyCore() { busy_core = before_; }

}  // namespace gpuinv
