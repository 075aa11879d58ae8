// bench_rounds.cpp (tableau simplex with a round trip per pivot)
// SPDX-License-Identifier: GPL-3.0-or-later

// usage: bench_rounds [--runs N] [m ...]
//
// Runs Lalami, El Baz and Boyer's simplex method
// (tests/literature/rounds/rounds.hpp) on their family of LPs, m rows and
// columns of integers, on one device and serially on the host.  The output is a
// table with tabs: median, least and most time of all pivots over N runs
// (default 5, on the host 3), with the tableau in place, and speedup, host over
// device, as in their table II.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <vector>

#include "tests/bench/dense_family.hpp"
#include "tests/bench/rounds.hpp"
#include "tests/bench/timing.hpp"

namespace gpuinv::bench {
namespace {

constexpr int kHostRuns = 3;
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

// Returns false, with a message, if the two do not end alike.
bool bench(device::Context& context, int m, int runs) {
  const std::vector<double> t = simplex_of(m);
  std::vector<double> device_s, host_s;
  RoundsResult on_device, on_host;
  for (int run = 0; run <= runs; run++) {
    on_device = rounds_on_device(context, m, m, t, kLimit);
    if (run > 0) device_s.push_back(on_device.seconds);  // the first loads code
  }
  for (int run = 0; run < kHostRuns; run++) {
    on_host = rounds_on_host(m, m, t, kLimit);
    host_s.push_back(on_host.seconds);
  }
  const double error = std::fabs(on_device.objective - on_host.objective) /
                       std::max(1.0, std::fabs(on_host.objective));
  const bool good = on_device.optimal && on_host.optimal && error <= 1e-9;
  const Times d = summarize(device_s), h = summarize(host_s);
  std::printf("%d\t%d\t%.6f\t%.6f\t%.6f\t%.6f\t%.6f\t%.6f\t%.4g\t%.10g\t%s\n",
              m, on_device.pivots, d.median, d.least, d.most, h.median, h.least,
              h.most, h.median / d.median, on_device.objective,
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
  device::Context context(0);
  cudaDeviceProp device;
  GPUINV_CUDA(cudaGetDeviceProperties(&device, 0));
  std::printf("# kind\ttableau_rounds\n# gpu\t%s\n", device.name);
  std::printf(
      "m\tpivots\tdevice_s\tdevice_min_s\tdevice_max_s\thost_s\t"
      "host_min_s\thost_max_s\tspeedup\tobjective\tverdict\n");
  std::fflush(stdout);
  bool good = true;
  for (const int m : sizes) good = bench(context, m, runs) && good;
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
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
    std::fprintf(stderr, "bench_rounds: no device\n");
    return 77;
  }
  try {
    return gpuinv::bench::bench_all(sizes, runs) ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_rounds: %s\n", error.what());
    return 1;
  }
}
