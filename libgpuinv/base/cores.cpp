// cores.cpp (processors that the work of a thread may use)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/base/cores.hpp"

#include <algorithm>
#include <thread>

namespace gpuinv {
namespace {

thread_local const std::atomic<bool>* busy_core = nullptr;

}  // namespace

int free_cores() {
  const int all = static_cast<int>(std::thread::hardware_concurrency());
  const bool busy = busy_core != nullptr && busy_core->load();
  return std::max(busy ? all - 1 : all, 1);
}

BusyCore::BusyCore(const std::atomic<bool>* busy) { busy_core = busy; }

BusyCore::~BusyCore() { busy_core = nullptr; }

}  // namespace gpuinv
