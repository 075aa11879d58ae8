// departure.hpp (the process does not end in the middle of some work)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace gpuinv {

// When the process ends, or the library is closed, the libraries that this one
// calls are taken apart.  Work on them that goes on meanwhile would crash.
// Therefore exit() waits while a Stay lives, and none begins later.  Stays live
// on threads of the library, where no signal handler calls exit().  Long work
// looks at leaving(), as Interrupt does, and ends.
//
// The main thread's exit() waits before anything is taken apart.  That of
// another thread takes apart first what was set up last; hence ask_at_exit().
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

  // Whether the process ends, and waits for the Stays.
  static bool leaving();

  // Vendors' libraries set up parts of themselves, cuBLAS its tables, as they
  // are called.  After that, exit() is to wait before it takes those apart.
  // The end of a Stay does the same.  Only the 1st, 2nd, 4th, 8th... call acts.
  static void ask_at_exit();

  // Waits until no Stay lives, and lets none begin any more.  In case a device
  // hangs it waits a minute at most, and a second once that is known; if it has
  // waited in vain, it does not wait again.  A child of the process has none of
  // its Stays.
  static void leave();

  // Tells that a device hangs, for which a Stay may wait forever.
  static void give_up();

  // To be called by a thread before it waits for work.
  static void leave_with_main();
};

}  // namespace gpuinv
