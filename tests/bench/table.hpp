// table.hpp (the one table that the benchmark prints)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdio>

#include "tests/bench/timing.hpp"

namespace gpuinv::bench {

inline void print_head() {
  std::printf("%6s  %-26s %12s %12s %12s %9s  %s\n", "m", "operation",
              "median us", "min us", "max us", "TB/s", "note");
}

// bytes: device memory that one call must read and write; 0: not stated.
inline void print_row(int m, const char* operation, const Times& times,
                      double bytes, const char* note) {
  char rate[32] = "-";
  if (bytes > 0.0) {
    std::snprintf(rate, sizeof rate, "%.2f", 1e-6 * bytes / times.median);
  }
  std::printf("%6d  %-26s %12.2f %12.2f %12.2f %9s  %s\n", m, operation,
              times.median, times.least, times.most, rate, note);
  std::fflush(stdout);
}

}  // namespace gpuinv::bench
