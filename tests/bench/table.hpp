// table.hpp (the one table that the benchmark prints)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

#ifndef GPUINV_TESTS_BENCH_TABLE_HPP
#define GPUINV_TESTS_BENCH_TABLE_HPP

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

#endif
