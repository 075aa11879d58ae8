// blas_guard.hpp (no fork, and no exit, in the middle of a BLAS call)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace gpuinv {

struct Vendors;

// OpenBLAS stops its threads when the process forks, or ends.  If another
// thread waits in a BLAS call for them, that call never returns, and neither
// does exit().  An engine's thread calls BLAS while the program may do either;
// therefore fork() and exit() wait as long as a guard lives.  Guards for one
// thread of BLAS live beside each other; one for all threads is alone, and
// others wait.  A guard lives on a thread of the library or on a thread whose
// signals are blocked, because a handler that leaves by longjmp would never
// release it.
class BlasGuard {
 public:
  // Throws as vendors() does, Error(CANNOT) if the process ends, and
  // Error(INTERNAL) if this thread already has a guard, for which it would wait
  // forever.
  BlasGuard();
  // For calls with so many operations in all.  Below a billion, none of the
  // calls being large, BLAS uses one thread as long as the guard lives, in the
  // whole process: waiting for a second thread costs more than it saves,
  // several times more if that thread has no core of its own.
  explicit BlasGuard(double flops);
  ~BlasGuard();
  BlasGuard(const BlasGuard&) = delete;
  BlasGuard& operator=(const BlasGuard&) = delete;

  // Returns how many threads BLAS uses, or 1 if that is unknown.
  static int threads();

  // Call it once, within the Opening that opened BLAS and after that.  The fork
  // handler registered last runs first, so that this one takes the lock before
  // OpenBLAS stops its threads.  So it is with exit().
  static void register_ends(const Vendors& table);

 private:
  // kShared: for one thread of BLAS, beside others; kOne: the same, alone
  enum class Kind { kShared, kOne, kAll };
  static Kind kind_of(double flops);

  void enter();
  void use_one_thread();
  void give_threads_back();

  const Kind kind_ = Kind::kAll;
};

}  // namespace gpuinv
