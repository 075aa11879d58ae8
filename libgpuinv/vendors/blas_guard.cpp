// blas_guard.cpp (no fork, and no exit, in the middle of a BLAS call)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/vendors/blas_guard.hpp"

#include <pthread.h>
#include <unistd.h>

#include <atomic>

#include "libgpuinv/base/cores.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/fault.hpp"
#include "libgpuinv/base/opening.hpp"
#include "libgpuinv/vendors/vendors.hpp"

namespace gpuinv {
namespace {

constexpr double kWorthThreads = 1e9;  // operations

constexpr int kTurn = 50;      // microseconds
constexpr int kSettle = 2000;  // microseconds

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

// Whether fork() on this thread has the lock.
thread_local bool locked_to_fork = false;
int (*stop_threads)() = nullptr;

void before_fork() {
  if (locked_to_fork) return;
  forking++;
  pthread_mutex_lock(&lock);
  locked_to_fork = true;
}

// A fork() that has begun before BLAS was opened calls neither before_fork nor
// OpenBLAS's handler; it comes here after it has waited for the Opening.
void before_late_fork() {
  if (locked_to_fork) return;
  before_fork();
  if (stop_threads != nullptr) stop_threads();
}

void in_parent() {
  if (!locked_to_fork) return;
  locked_to_fork = false;
  forking--;
  pthread_mutex_unlock(&lock);
}

void in_child() {
  forking = 0;  // other forking threads do not exist here
  if (!locked_to_fork) return;
  locked_to_fork = false;
  pthread_mutex_unlock(&lock);
}

constexpr Opening::AtFork kAtFork = {before_late_fork, in_parent, in_child};

}  // namespace

void BlasGuard::register_ends(const Vendors& table) {
  static const Closing at_exit;
  stop_threads = table.openblas_stop_threads;
  pthread_atfork(before_fork, in_parent, in_child);
  Opening::set_at_fork(kAtFork);
  // A fork() that has begun between OpenBLAS's registration and this one calls
  // OpenBLAS's handler, which stops the threads, without our lock.  That would
  // leave a BLAS call under way waiting forever.  As no call has begun yet, the
  // threads are stopped here, and that handler gets time to find them so.
  if (stop_threads == nullptr) return;
  stop_threads();
  usleep(kSettle);
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
  if ((flops >= kWorthThreads && free_cores() > 1) ||
      !v.openblas_set_num_threads)
    return;
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
