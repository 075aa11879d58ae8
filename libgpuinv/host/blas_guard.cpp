// host/blas_guard.cpp (no fork in the middle of a BLAS call)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "blas_guard.hpp"

#include <pthread.h>

// of OpenBLAS; null with any other BLAS
extern "C" {
int openblas_get_num_threads() __attribute__((weak));
void openblas_set_num_threads(int count) __attribute__((weak));
}

namespace gpuinv {
namespace {

constexpr double kWorthThreads = 1e9;  // operations

// A process forks as a whole, hence one lock for all engines.  The handlers
// are registered after those of OpenBLAS, on which this library depends, so
// that the lock is taken before they run and released after.
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void acquire() { pthread_mutex_lock(&lock); }
void release() { pthread_mutex_unlock(&lock); }

[[maybe_unused]] const int kRegistered =
    pthread_atfork(acquire, release, release);

}  // namespace

BlasGuard::BlasGuard() { acquire(); }

BlasGuard::BlasGuard(double flops) : BlasGuard() {
  if (flops >= kWorthThreads || !openblas_set_num_threads) return;
  threads_ = openblas_get_num_threads();
  openblas_set_num_threads(1);
}

BlasGuard::~BlasGuard() {
  if (threads_ > 0) openblas_set_num_threads(threads_);
  release();
}

}  // namespace gpuinv
