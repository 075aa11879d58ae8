// blocked_signals.hpp (guards that keep signals from the current thread)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <pthread.h>
#include <signal.h>

namespace gpuinv {

// Blocks signals on this thread while it lives.  Signals belong to the caller's
// threads: a handler that leaves by longjmp must neither run on a thread of the
// library, nor on the caller's thread while that holds a lock or allocates
// memory.  Signals that a thread causes itself (an access to a page that the
// program protects and handles, abort) stay open: if they were blocked, the
// system would kill the process.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t blocked;
    sigfillset(&blocked);
    for (int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT})
      sigdelset(&blocked, own);
    pthread_sigmask(SIG_BLOCK, &blocked, &old_);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &old_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t old_;
};

// Blocks signals like BlockedSignals and also defers pthread_cancel, because
// the unwinding that a cancellation starts must not pass a catch (...).
class Undisturbed {
 public:
  Undisturbed() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old_); }
  ~Undisturbed() { pthread_setcancelstate(old_, nullptr); }
  Undisturbed(const Undisturbed&) = delete;
  Undisturbed& operator=(const Undisturbed&) = delete;

 private:
  const BlockedSignals blocked_;
  int old_ = 0;
};

}  // namespace gpuinv
