// thread_time.hpp (processor time of a thread)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <cmath>
#include <ctime>

namespace gpuinv {

// Returns the processor seconds that this thread has used.
inline double thread_seconds() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * now.tv_nsec;
}

// Returns the processor seconds of the shortest of a few runs.  The time that
// other programs have the processor does not count.  They also drive data out
// of the caches, from which the shortest run suffers least.
template <class Work>
double least_thread_seconds(int repeats, Work&& work) {
  double least = HUGE_VAL;
  for (int t = 0; t < repeats; t++) {
    const double begin = thread_seconds();
    work();
    least = std::min(least, thread_seconds() - begin);
  }
  return least;
}

}  // namespace gpuinv
