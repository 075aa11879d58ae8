// cores.hpp (processors that the work of a thread may use)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>

namespace gpuinv {

// Returns how many processors the process may use, at least 1, without those
// that other work keeps busy, see BusyCore.
int free_cores();

// Tells the calling thread that other work keeps a processor busy for as long
// as the flag is true.  A loop that shares its work would wait for the thread
// on that processor.  Of several objects of a thread the last one counts.
class BusyCore {
 public:
  // NULL: none.
  explicit BusyCore(const std::atomic<bool>* busy);
  ~BusyCore();
  BusyCore(const BusyCore&) = delete;
  BusyCore& operator=(const BusyCore&) = delete;

 private:
  const std::atomic<bool>* const before_;
};

}  // namespace gpuinv
