// crew.cpp (threads that wait for shares of work)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/base/crew.hpp"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <new>
#include <thread>

namespace gpuinv {
namespace {

constexpr std::chrono::seconds kPatience{1};

}  // namespace

Crew::Crew() : process_(getpid()) {}

// A crew stays until the process ends, because its threads look at it.  In a
// child the parent's has no threads, and its lock may be held for ever.
Crew* Crew::here() {
  static std::atomic<Crew*> known{nullptr};
  Crew* crew = known.load();
  if (crew != nullptr && crew->process_ == getpid()) return crew;
  std::unique_ptr<Crew> mine(new (std::nothrow) Crew);
  return known.compare_exchange_strong(crew, mine.get()) ? mine.release()
                                                         : crew;
}

void Crew::share_out(int shares, Work work, const void* info) noexcept {
  Job job{work, info, shares, nullptr, {}, {}};
  sched_getaffinity(0, sizeof job.processors, &job.processors);
  fegetenv(&job.rounding);
  Guard guard(lock_);
  job.after = jobs_;
  jobs_ = &job;
  hire(shares - 1);
  guard.unlock();
  job_there_.notify_all();
  work(info, 0);
  guard.lock();
  while (job.next < shares) {
    const int share = job.next++;
    guard.unlock();
    work(info, share);
    guard.lock();
  }
  share_done_.wait(guard, [&job] { return job.running == 0; });
  remove(job);
}

// Sees to it that so many threads wait.  If the system has no more, those that
// are there do the work.
void Crew::hire(int threads) {
  try {
    for (; idle_ < threads; idle_++)
      std::thread([this] { wait_for_jobs(); }).detach();
  } catch (const std::exception&) {
    // the caller does what is left
  }
}

// Returns a job with a share to begin.
Crew::Job* Crew::find_job() const {
  Job* job = jobs_;
  while (job != nullptr && job->next == job->shares) job = job->after;
  return job;
}

void Crew::remove(const Job& job) {
  Job** at = &jobs_;
  while (*at != &job) at = &(*at)->after;
  *at = job.after;
}

// Makes this thread work as the caller would.
void Crew::adopt(const Job& job, cpu_set_t* mine) {
  fesetenv(&job.rounding);
  if (CPU_EQUAL(mine, &job.processors)) return;
  *mine = job.processors;
  sched_setaffinity(0, sizeof *mine, mine);
}

// What a thread of the crew does.
void Crew::wait_for_jobs() {
  cpu_set_t mine;
  CPU_ZERO(&mine);
  Guard guard(lock_);
  while (job_there_.wait_for(guard, kPatience,
                             [this] { return find_job() != nullptr; })) {
    idle_--;
    while (Job* job = find_job()) {
      const int share = job->next++;
      job->running++;
      guard.unlock();
      adopt(*job, &mine);
      job->work(job->info, share);
      guard.lock();
      if (--job->running == 0) share_done_.notify_all();
    }
    idle_++;
  }
  idle_--;
}

}  // namespace gpuinv
