// blas_guard.cpp (no fork, and no exit, in the middle of a BLAS call)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/vendors/blas_guard.hpp"

#include <pthread.h>
#include <unistd.h>

#include <atomic>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/fault.hpp"
#include "libgpuinv/vendors/vendors.hpp"

namespace gpuinv {
namespace {

constexpr double kWorthThreads = 1e9;  // operations

constexpr int kTurn = 50;  // microseconds

// fork() concerns the whole process, hence one lock for all engines.  A forking
// thread goes first; else one BLAS call after the other could keep the lock
// from it.
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
std::atomic<int> forking{0};

// Whether this thread has the lock.  The lock is not recursive: a second guard
// on this thread would wait forever, and fork() with it.
thread_local bool guarded = false;

// When the process ends, OpenBLAS stops its threads, too, after this object is
// destroyed.  A call under way is waited for, and none begins later.
bool closed = false;

class Closing {
 public:
  ~Closing() {
    if (guarded) return;  // this thread ends the process in mid-call
    pthread_mutex_lock(&lock);
    closed = true;
    pthread_mutex_unlock(&lock);
  }
};

void before_fork() {
  forking++;
  pthread_mutex_lock(&lock);
}

void in_parent() {
  forking--;
  pthread_mutex_unlock(&lock);
}

void in_child() {
  forking = 0;  // other forking threads do not exist here
  pthread_mutex_unlock(&lock);
}

}  // namespace

void BlasGuard::register_ends() {
  static const Closing at_exit;
  pthread_atfork(before_fork, in_parent, in_child);
}

BlasGuard::BlasGuard() {
  if (guarded) throw Error(GPUINV_INTERNAL, "BLAS guard within another");
  pass(Site::kBlas);
  vendors();
  while (forking.load() > 0) usleep(kTurn);
  pthread_mutex_lock(&lock);
  if (closed) {
    pthread_mutex_unlock(&lock);
    throw Error(GPUINV_CANNOT, "no BLAS, as the process ends");
  }
  guarded = true;
}

BlasGuard::BlasGuard(double flops) : BlasGuard() {
  const Vendors& v = vendors();
  if (flops >= kWorthThreads || !v.openblas_set_num_threads) return;
  threads_ = v.openblas_get_num_threads();
  v.openblas_set_num_threads(1);
}

BlasGuard::~BlasGuard() {
  if (threads_ > 0) vendors().openblas_set_num_threads(threads_);
  guarded = false;
  pthread_mutex_unlock(&lock);
}

int BlasGuard::threads() {
  const Vendors& v = vendors();
  return v.openblas_get_num_threads ? v.openblas_get_num_threads() : 1;
}

}  // namespace gpuinv
