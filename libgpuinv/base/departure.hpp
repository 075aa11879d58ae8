// departure.hpp (the process does not end in the middle of some work)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace gpuinv {

// When the process ends, or the library is closed, the libraries that this one
// calls are taken apart.  Work on them that goes on meanwhile would crash.
// Therefore exit() waits while a Stay lives, and none begins later.  Stays live
// on threads of the library, where no signal handler calls exit().
//
// The main thread's exit() waits before anything is taken apart.  That of
// another thread takes apart first what was set up last; so what is set up
// during the first Stays may go before exit() waits.
class Stay {
 public:
  // Throws Error(CANNOT) if the process ends.
  Stay() { begin(); }
  ~Stay() { end(); }
  Stay(const Stay&) = delete;
  Stay& operator=(const Stay&) = delete;

  // The same without an object, for work that ends on another thread.
  static void begin();
  static void end();

  // Waits, and lets none begin any more.  In a child of the process that has
  // the work, it returns at once.
  static void leave();

  // To be called by a thread before it waits for work.
  static void leave_with_main();
};

}  // namespace gpuinv
