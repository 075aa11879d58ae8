// blocked_signals.hpp (no signal reaches the threads made meanwhile)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_BLOCKED_SIGNALS_HPP
#define GPUINV_BLOCKED_SIGNALS_HPP

#include <pthread.h>
#include <signal.h>

namespace gpuinv {

// Signals are the business of the caller's threads: a handler that
// leaves by longjmp must not run on ours.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old_);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &old_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t old_;
};

}  // namespace gpuinv

#endif
