// blas_guard.hpp (no fork in the middle of a BLAS call)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace gpuinv {

// OpenBLAS stops its threads when the process forks, and a call that waits
// for them on another thread never returns.  An engine's thread calls BLAS
// while the program may do what it likes: as long as a guard lives, fork()
// waits.  One guard at a time in a process; others wait.  It lives on a thread
// of ours, or on one whose signals are blocked: a handler that leaves by
// longjmp would leave it behind.
class BlasGuard {
 public:
  // Errors of vendors(), and Error(INTERNAL) if this thread has a guard
  // already: it would wait for itself, for ever.
  BlasGuard();
  // Calls that have less than a billion operations in all, none of them
  // large, stay on one thread: to wait for another costs more than it saves,
  // several times that where it has no core of its own.  (For this time all
  // of the process has one thread of BLAS.)
  explicit BlasGuard(double flops);
  ~BlasGuard();
  BlasGuard(const BlasGuard&) = delete;
  BlasGuard& operator=(const BlasGuard&) = delete;

  // Threads that a call may use, as far as that is known, else 1.
  static int threads();

  // Once, after BLAS was opened: handlers of a fork that are registered last
  // run first, so that the lock is taken before OpenBLAS stops its threads.
  static void register_forks();

 private:
  int threads_ = 0;  // of OpenBLAS, to be set again
};

}  // namespace gpuinv
