// crew.hpp (threads that wait for shares of work)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <fenv.h>
#include <sched.h>
#include <sys/types.h>

#include <condition_variable>
#include <mutex>

namespace gpuinv {

// Starting seven threads takes 0.3 ms, waking them 0.05 ms.  So the threads
// stay: a crew has as many of them as were needed at a time, and each ends when
// it has found no work for a second.  They run on the processors that the
// caller may use, and round as it does.  They take no signals except those that
// they cause themselves.  libgpuinv.so and its plugin have a crew each.
class Crew {
 public:
  // Calls work(info, share).
  using Work = void (*)(const void* info, int share);

  // Returns the crew of this process, or NULL if there is no memory.  A child
  // gets one of its own.
  static Crew* here();

  Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // Does shares 0..shares-1 and waits.  This thread does the first share, and
  // then whatever no other thread has begun.  Any number of threads may call at
  // the same time, also from within work, which must not throw.  Signals are
  // blocked on the calling thread, and it cannot be cancelled.
  void share_out(int shares, Work work, const void* info) noexcept;

 private:
  // What a caller shares out.  It is on the caller's stack, and in a list until
  // it is done.
  struct Job {
    const Work work;
    const void* const info;
    const int shares;
    Job* after;
    cpu_set_t processors;       // of the caller
    fenv_t rounding;            // likewise
    int next = 1, running = 0;  // share to begin; shares begun by the crew
  };
  using Guard = std::unique_lock<std::mutex>;

  void hire(int threads);
  Job* find_job() const;
  void remove(const Job& job);
  void wait_for_jobs();
  static void adopt(const Job& job, cpu_set_t* mine);

  const pid_t process_;
  std::mutex lock_;
  std::condition_variable job_there_, share_done_;
  Job* jobs_ = nullptr;
  int idle_ = 0;  // threads that wait
};

}  // namespace gpuinv
