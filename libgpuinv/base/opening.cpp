// opening.cpp (which libraries are opened, where, and when)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/base/opening.hpp"

#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <ctime>

namespace gpuinv {
namespace {

constexpr int kLongest = 10;  // seconds that fork() waits

constexpr int kTurn = 50;  // microseconds

// fork() concerns the whole process, hence one lock for all sessions.  Openings
// share it; fork() has it alone.  A forking thread goes first; else one Opening
// after the other could keep the lock from it.
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
std::atomic<int> forking{0};

// Openings of this thread, one within the other.
thread_local int depth = 0;
// Whether fork() on this thread has the lock.
thread_local bool locked_to_fork = false;

std::atomic<const Opening::AtFork*> at_fork{nullptr};
// Those that this thread's fork() has begun with.
thread_local const Opening::AtFork* begun = nullptr;

void wait_for_openings() {
  forking++;
  if (depth > 0) return;
  timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += kLongest;
  locked_to_fork = pthread_rwlock_timedwrlock(&lock, &end) == 0;
}

void before_fork() {
  wait_for_openings();
  begun = at_fork.load();
  if (begun != nullptr) begun->before();
}

void in_parent() {
  if (begun != nullptr) begun->in_parent();
  forking--;
  if (locked_to_fork) pthread_rwlock_unlock(&lock);
  locked_to_fork = false;
}

// Other threads that had the lock, or fork, do not exist here.
void in_child() {
  if (begun != nullptr) begun->in_child();
  forking = 0;
  lock = PTHREAD_RWLOCK_INITIALIZER;
  if (depth > 0) pthread_rwlock_rdlock(&lock);
  locked_to_fork = false;
}

[[maybe_unused]] const int kRegistered =
    pthread_atfork(before_fork, in_parent, in_child);

void begin() {
  if (depth++ > 0) return;
  while (forking.load() > 0) usleep(kTurn);
  pthread_rwlock_rdlock(&lock);
}

void end() {
  if (--depth == 0) pthread_rwlock_unlock(&lock);
}

constexpr Opening::Calls kOwn = {begin, end};
std::atomic<const Opening::Calls*> used{&kOwn};

}  // namespace

Opening::Opening() { used.load()->begin(); }

Opening::~Opening() { used.load()->end(); }

const Opening::Calls& Opening::calls() { return kOwn; }

void Opening::share(const Calls& calls) { used.store(&calls); }

void Opening::set_at_fork(const AtFork& calls) { at_fork.store(&calls); }

std::string beside(const std::string& name) {
  Dl_info self;
  if (dladdr(reinterpret_cast<void*>(&beside), &self) == 0 ||
      self.dli_fname == nullptr)
    return name;
  const std::string path = self.dli_fname;
  const std::size_t slash = path.rfind('/');
  return path.substr(0, slash == path.npos ? 0 : slash + 1) + name;
}

}  // namespace gpuinv
