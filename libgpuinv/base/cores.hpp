// cores.hpp (processors that the work of a thread may use)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>

namespace gpuinv {

// Returns how many processors the process has, at least 1, without those that
// other work keeps busy, see BusyCore.
int free_cores();

// Tells the calling thread that other work keeps a processor busy for as long
// as the flag is true.  Loops that share their work would wait for a thread
// that has to wait for its turn there.  One object a thread at a time.
class BusyCore {
 public:
  // NULL: none.
  explicit BusyCore(const std::atomic<bool>* busy);
  ~BusyCore();
  BusyCore(const BusyCore&) = delete;
  BusyCore& operator=(const BusyCore&) = delete;
};

}  // namespace gpuinv
