// measured.hpp (figures of this machine, and processor time)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

namespace gpuinv {

// One of the figures of machine.hpp, all of which are above zero.
struct Figure {
  const char* name;
  double usual;  // what machine.hpp says
};

// The folder that figures are kept in: GPUINV_CACHE, or libgpuinv in
// XDG_CACHE_HOME or in ~/.cache.  "": none, if the variable is empty, if there
// is no home, or if the process runs with the rights of somebody else.
std::string cache_folder();

// The values of figures, in their order, that were measured on `subject`, the
// name of a processor or device, and are kept in FOLDER/measured-SUBJECT.
// If this release of the library kept none there, or the file is damaged,
// they are measured now.  A value that is measured more than a hundredfold
// above or below the usual one is not believed: the usual one stands for it,
// and nothing is kept.  Without a folder that can be written to, under
// valgrind, or if measure() throws, they are the usual ones, and nothing is
// kept.
std::vector<double> measured(
    const std::string& folder, const std::string& subject,
    const std::vector<Figure>& figures,
    const std::function<std::vector<double>()>& measure);

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
