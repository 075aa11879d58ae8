// host/blas_guard.cpp (no fork in the middle of a BLAS call)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "blas_guard.hpp"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <string>

#include "../error.hpp"

// of OpenBLAS; null with any other BLAS
extern "C" {
int openblas_get_num_threads() __attribute__((weak));
void openblas_set_num_threads(int count) __attribute__((weak));
}

namespace gpuinv {
namespace {

constexpr double kWorthThreads = 1e9;  // operations

// What OpenBLAS 0.3 reserves for each of its threads, and some room for
// those that it has yet to make.
constexpr std::size_t kBuffer = std::size_t{136} << 20;

constexpr int kTurn = 50;  // microseconds

// A process forks as a whole, hence one lock for all engines.  The handlers
// are registered after those of OpenBLAS, on which this library depends, so
// that the lock is taken before they run and released after.  Who forks goes
// first: one call after the other would keep the lock from him.
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
std::atomic<int> forking{0};

void before_fork() {
  forking++;
  pthread_mutex_lock(&lock);
}

void in_parent() {
  forking--;
  pthread_mutex_unlock(&lock);
}

void in_child() {
  forking = 0;  // whoever else wanted to is not here
  pthread_mutex_unlock(&lock);
}

[[maybe_unused]] const int kRegistered =
    pthread_atfork(before_fork, in_parent, in_child);

// OpenBLAS takes its buffers at its first call, and where there is no room
// for them tries for ever.
void require_buffers() {
  static std::atomic<bool> there{false};
  if (there.load(std::memory_order_relaxed)) return;
  if (openblas_get_num_threads) {
    const std::size_t bytes = kBuffer * openblas_get_num_threads();
    void* room = mmap(nullptr, bytes, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED)
      throw Error(GPUINV_CANNOT, "OpenBLAS needs " +
                                     std::to_string(bytes >> 20) +
                                     " MiB of address space, which the limit "
                                     "of this process does not leave");
    munmap(room, bytes);
  }
  there.store(true, std::memory_order_relaxed);
}

}  // namespace

BlasGuard::BlasGuard() {
  require_buffers();
  while (forking.load() > 0) usleep(kTurn);
  pthread_mutex_lock(&lock);
}

BlasGuard::BlasGuard(double flops) : BlasGuard() {
  if (flops >= kWorthThreads || !openblas_set_num_threads) return;
  threads_ = openblas_get_num_threads();
  openblas_set_num_threads(1);
}

BlasGuard::~BlasGuard() {
  if (threads_ > 0) openblas_set_num_threads(threads_);
  pthread_mutex_unlock(&lock);
}

int BlasGuard::threads() {
  return openblas_get_num_threads ? openblas_get_num_threads() : 1;
}

}  // namespace gpuinv
