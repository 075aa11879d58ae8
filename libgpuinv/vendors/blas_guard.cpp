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

// fork() concerns the whole process, hence one lock for all engines.  Guards
// for one thread of BLAS share it; those for all threads, fork() and exit()
// have it alone.  A forking thread goes first; else one BLAS call after the
// other could keep the lock from it.
#ifdef PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP
constexpr pthread_rwlock_t kFree =
    PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
#else
constexpr pthread_rwlock_t kFree = PTHREAD_RWLOCK_INITIALIZER;
#endif
pthread_rwlock_t lock = kFree;
std::atomic<int> forking{0};

// Those who share the lock change the following under a lock of their own: how
// many they are, and how many threads BLAS gets back from the last one.
pthread_mutex_t sharing = PTHREAD_MUTEX_INITIALIZER;
int sharers = 0, threads_before = 0;

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
    forking++;
    pthread_rwlock_wrlock(&lock);
    closed = true;
    pthread_rwlock_unlock(&lock);
    forking--;
  }
};

// Whether fork() on this thread has the lock.
thread_local bool locked_to_fork = false;
int (*stop_threads)() = nullptr;

void before_fork() {
  if (locked_to_fork) return;
  forking++;
  pthread_rwlock_wrlock(&lock);
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
  pthread_rwlock_unlock(&lock);
}

void in_child() {
  forking = 0;  // other forking threads do not exist here
  if (!locked_to_fork) return;
  locked_to_fork = false;
  lock = kFree;  // it knows its owner by a number that is another one here
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

BlasGuard::BlasGuard() { enter(); }

BlasGuard::BlasGuard(double flops) : kind_(kind_of(flops)) {
  enter();
  if (kind_ != Kind::kAll) use_one_thread();
}

BlasGuard::~BlasGuard() {
  if (kind_ != Kind::kAll) give_threads_back();
  guarded = false;
  pthread_rwlock_unlock(&lock);
}

// OpenMP counts threads for each of its callers, so that the last of several
// guards cannot give them back for the first.
BlasGuard::Kind BlasGuard::kind_of(double flops) {
  const Vendors& v = vendors();
  if ((flops >= kWorthThreads && free_cores() > 1) ||
      !v.openblas_set_num_threads)
    return Kind::kAll;
  constexpr int kOpenMp = 2;
  const bool known = v.openblas_get_parallel != nullptr;
  return known && v.openblas_get_parallel() != kOpenMp ? Kind::kShared
                                                       : Kind::kOne;
}

void BlasGuard::enter() {
  if (guarded) throw Error(GPUINV_INTERNAL, "BLAS guard within another");
  pass(Site::kBlas);
  vendors();
  while (forking.load() > 0) usleep(kTurn);
  (kind_ == Kind::kShared ? pthread_rwlock_rdlock
                          : pthread_rwlock_wrlock)(&lock);
  if (closed) {
    pthread_rwlock_unlock(&lock);
    throw Error(GPUINV_CANNOT, "no BLAS, as the process ends");
  }
  guarded = true;
}

// From the first one on, until after the last one.
void BlasGuard::use_one_thread() {
  pthread_mutex_lock(&sharing);
  if (sharers++ == 0) {
    threads_before = vendors().openblas_get_num_threads();
    vendors().openblas_set_num_threads(1);
  }
  pthread_mutex_unlock(&sharing);
}

void BlasGuard::give_threads_back() {
  pthread_mutex_lock(&sharing);
  if (--sharers == 0) vendors().openblas_set_num_threads(threads_before);
  pthread_mutex_unlock(&sharing);
}

int BlasGuard::threads() {
  const Vendors& v = vendors();
  return v.openblas_get_num_threads ? v.openblas_get_num_threads() : 1;
}

}  // namespace gpuinv
