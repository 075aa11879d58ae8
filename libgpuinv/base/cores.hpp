// cores.hpp (processors that the work of a thread may use)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>

namespace gpuinv {

// Returns how many processors the calling thread may use, at least 1, without
// those that other work keeps busy, see BusyCores.
int free_cores();

// Tells the calling thread that other work keeps so many processors busy for as
// long as the flag is true.  A loop that shares its work would wait for the
// threads on those processors.  All objects of a thread count; the last one
// made ends first.
class BusyCores {
 public:
  // NULL: no other work.
  explicit BusyCores(const std::atomic<bool>* busy, int processors = 1);
  ~BusyCores();
  BusyCores(const BusyCores&) = delete;
  BusyCores& operator=(const BusyCores&) = delete;

 private:
  friend int free_cores();

  const std::atomic<bool>* const busy_;
  const int processors_;
  const BusyCores* const before_;
};

}  // namespace gpuinv
