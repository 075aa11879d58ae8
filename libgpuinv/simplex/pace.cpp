// pace.cpp (when an engine starts, and when its reports are displayed)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/pace.hpp"

#include <cmath>

namespace gpuinv {
namespace {

// Rows times size, from which on GLPK takes 0.5 s or more.
constexpr double kLong = 6e7;
// Seconds for GLPK alone; the start of CUDA takes 0.3.
constexpr double kWait = 0.5, kShortWait = 0.2;

// Pivots times size.  For each, GLPK takes some 2 to 10 ns.
constexpr double kSteadyWork = 2e8;
constexpr double kFirstWork = 6e6;

}  // namespace

bool start_is_due(int mode, int later, int m, double size, int pivots,
                  double seconds) {
  if (later == 0 && mode == GPUINV_MODE_AUTO)
    return seconds >= (m * size < kLong ? kWait : kShortWait);
  if (mode == GPUINV_MODE_STEADY)
    return pivots * size >= std::ldexp(kSteadyWork, later);
  return later == 0 || pivots * size >= std::ldexp(kFirstWork, later - 1);
}

bool Display::shows(const gpuinv_progress& report, double now) {
  if (now < delay_ || report.pivots <= pivots_ ||
      (report.course == course_ && now - last_ < period_))
    return false;
  last_ = now;
  pivots_ = report.pivots;
  course_ = report.course;
  return true;
}

}  // namespace gpuinv
