// bench_rounds.cpp (tableau simplex with a round trip per pivot)
// SPDX-License-Identifier: GPL-3.0-or-later

// usage: bench_rounds [--runs N] [m ...]
//
// Runs Lalami, El Baz and Boyer's simplex method
// (tests/literature/rounds/rounds.hpp) on their family of LPs, m rows and
// columns of integers, on one device, if there is one, and serially on the
// host. The output is a table with tabs: median, least and most time of all
// pivots over N runs (default 5; on the host at most 5, and 3 if one takes more
// than 10 s), with the tableau in place, and speedup, host over device, as in
// their table II.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "tests/bench/dense_family.hpp"
#include "tests/bench/entry.hpp"
#include "tests/bench/rounds.hpp"
#include "tests/bench/spread.hpp"

namespace gpuinv::bench {
namespace {

constexpr int kHostRuns = 5, kLongRuns = 3;
constexpr double kLong = 10.0;  // seconds of a run
constexpr int kLimit = 100000;

std::vector<double> simplex_of(int m) {
  DenseFamily family('L', m);
  const std::size_t columns = static_cast<std::size_t>(m) + 1;
  std::vector<double> t(columns * columns);
  for (int j = 1; j <= m; j++) {
    const DenseFamily::Column& column = family.next_column();
    t[j] = -column.cost;
    for (int i = 1; i <= m; i++) t[i * columns + j] = column.a[i - 1];
  }
  for (int i = 1; i <= m; i++) t[i * columns] = family.next_row().upper;
  return t;
}

struct Side {
  RoundsResult result;  // of the last run
  Times seconds;
};

Side on_device(const RoundsDevice& device, int m, int runs,
               const std::vector<double>& t) {
  Side side;
  std::vector<double> seconds;
  for (int run = 0; run <= runs; run++) {
    side.result = device.solve(m, m, t, kLimit);
    if (run > 0)
      seconds.push_back(side.result.seconds);  // the first loads code
  }
  side.seconds = summarize(seconds);
  return side;
}

Side on_host(int m, int runs, const std::vector<double>& t) {
  Side side;
  std::vector<double> seconds;
  int wanted = std::min(runs, kHostRuns);
  for (int run = 0; run < wanted; run++) {
    side.result = rounds_on_host(m, m, t, kLimit);
    seconds.push_back(side.result.seconds);
    if (side.result.seconds > kLong) wanted = std::min(wanted, kLongRuns);
  }
  side.seconds = summarize(seconds);
  return side;
}

// Returns false, with a message, if the two do not end alike.
bool bench(const RoundsDevice& device, int m, int runs) {
  const std::vector<double> t = simplex_of(m);
  const Side host = on_host(m, runs, t);
  const Times& h = host.seconds;
  bool good = host.result.optimal;
  std::string times = "\t\t", speedup;
  if (device.solve) {
    const Side side = on_device(device, m, runs, t);
    const Times& d = side.seconds;
    const double error =
        std::fabs(side.result.objective - host.result.objective) /
        std::max(1.0, std::fabs(host.result.objective));
    good = good && side.result.optimal && error <= 1e-9;
    char text[80];
    std::snprintf(text, sizeof text, "%.6f\t%.6f\t%.6f", d.median, d.least,
                  d.most);
    times = text;
    std::snprintf(text, sizeof text, "%.4g", h.median / d.median);
    speedup = text;
  }
  std::printf("%d\t%d\t%s\t%.6f\t%.6f\t%.6f\t%s\t%.10g\t%s\n", m,
              host.result.pivots, times.c_str(), h.median, h.least, h.most,
              speedup.c_str(), host.result.objective,
              good ? "ok" : "FAILED: not as the host");
  std::fflush(stdout);
  return good;
}

bool parse(int argc, char** argv, int* runs, std::vector<int>* sizes) {
  for (int a = 1; a < argc; a++) {
    const bool is_runs = std::strcmp(argv[a], "--runs") == 0;
    if (is_runs && ++a == argc) return false;
    char* end = nullptr;
    const long number = std::strtol(argv[a], &end, 10);
    if (*end != '\0' || number < 1 || number > 40000) return false;
    if (is_runs)
      *runs = static_cast<int>(number);
    else
      sizes->push_back(static_cast<int>(number));
  }
  if (sizes->empty()) *sizes = {1000, 2000, 4000, 8000, 15000};
  return true;
}

bool bench_all(const std::vector<int>& sizes, int runs) {
  const RoundsDevice device = find_rounds_device();
  std::printf("# kind\ttableau_rounds\n");
  if (device.solve) std::printf("# gpu\t%s\n", device.name.c_str());
  std::printf(
      "m\tpivots\tdevice_s\tdevice_min_s\tdevice_max_s\thost_s\t"
      "host_min_s\thost_max_s\tspeedup\tobjective\tverdict\n");
  std::fflush(stdout);
  bool good = true;
  for (const int m : sizes) good = bench(device, m, runs) && good;
  return good;
}

}  // namespace
}  // namespace gpuinv::bench

int main(int argc, char** argv) {
  int runs = 5;
  std::vector<int> sizes;
  if (!gpuinv::bench::parse(argc, argv, &runs, &sizes)) {
    std::fprintf(stderr, "usage: bench_rounds [--runs N] [m ...]\n");
    return 2;
  }
  return gpuinv::bench::status_of("bench_rounds", [&] {
    return gpuinv::bench::bench_all(sizes, runs) ? 0 : 1;
  });
}
