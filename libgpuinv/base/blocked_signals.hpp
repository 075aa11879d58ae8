// blocked_signals.hpp (no signal reaches this thread, nor those made meanwhile)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <pthread.h>
#include <signal.h>

namespace gpuinv {

// Signals are the business of the caller's threads: a handler that
// leaves by longjmp must not run on ours, nor on his where a lock is held or
// memory is being allocated.  What a thread does to itself (a page that the
// program protects and handles, abort) is not put off: it would kill the
// process.
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

// The same, and pthread_cancel waits as well: its unwinding would not pass
// what catches all exceptions.
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
