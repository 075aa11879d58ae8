// pace.hpp (when an engine starts, and when its reports are displayed)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/gpuinv.h"

namespace gpuinv {

// Returns whether it is time to start an engine in this GPUINV_MODE_...  The
// working LP has m rows, and `size` non-zeros and columns; GLPK has made so
// many pivots in so many seconds.  `later` counts how often an engine has left
// the search to GLPK for a while.
bool start_is_due(int mode, int later, int m, double size, int pivots,
                  double seconds);

// The lines on a search that the caller displays.
class Display {
 public:
  Display(double delay, double period) : delay_(delay), period_(period) {}

  // Returns whether this report shall be a line, `now` seconds after the start,
  // and notes that it is.
  bool shows(const gpuinv_progress& report, double now);

 private:
  const double delay_, period_;
  double last_ = 0.0;
  int pivots_ = -1, course_ = -1;
};

}  // namespace gpuinv
