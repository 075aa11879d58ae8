// bench_tableau.cpp (times of the dense simplex on a device)
// SPDX-License-Identifier: GPL-3.0-or-later

// Usage: bench_tableau [--family P,D,L] [--m 500,1000,...] [--pivots K,...]
//                      [--blocks N,...] [--device D] [--steps short|long]
// There is one row per family, size, K and number of blocks; 0 for K or blocks
// lets the tableau choose.  The limit of a pivot is two exchanges between
// blocks and two reads of T0, each a trip to the L2 cache or to memory, plus
// its share 1/K of a fold, which reads and writes T0 once (16*m*n bytes).

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>

#include "libgpuinv/device/device_tableau.hpp"
#include "tests/bench/dense_lp.hpp"
#include "tests/bench/device_entry.hpp"
#include "tests/bench/timing.hpp"

namespace gpuinv::bench {
namespace {

constexpr int kManyPivots = 10000000;
constexpr Tolerances kTolerances{1e-7, 1e-7, 1e-9};

struct Options {
  std::string families = "PLD";
  std::vector<int> m = {500, 1000, 2000, 4000, 8000, 15000};
  std::vector<int> pivots = {0}, blocks = {0};
  int device = 0;
  Steps steps = Steps::kShort;  // of the dual method
};

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
      .count();
}

struct Solve {
  Batch result;
  double build, iterate;  // seconds
  SimplexState end;
};

Solve solve(device::DeviceTableau& tableau, const DenseLp& lp, Steps steps) {
  Solve s{};
  s.end = lp.start();
  const WorkingLp matrix = lp.matrix();
  const SimplexBasis basis = lp.basis();
  const auto begin = std::chrono::steady_clock::now();
  if (!tableau.build(matrix, basis)) {
    throw device::DeviceError(0, "slack basis is singular");
  }
  tableau.push(s.end);
  s.build = seconds_since(begin);
  const auto middle = std::chrono::steady_clock::now();
  s.result = lp.dual() ? tableau.dual(kManyPivots, kTolerances, steps)
                       : tableau.primal(kManyPivots, kTolerances);
  tableau.pull(s.end);  // waits for the last fold
  s.iterate = seconds_since(middle);
  return s;
}

bool same(const Solve& a, const Solve& b) {
  return a.result.pivots == b.result.pivots && a.end.basic == b.end.basic &&
         std::memcmp(a.end.beta.data(), b.end.beta.data(),
                     a.end.beta.size() * sizeof(double)) == 0 &&
         std::memcmp(a.end.d.data(), b.end.d.data(),
                     a.end.d.size() * sizeof(double)) == 0;
}

void print_head() {
  std::printf("%-3s %6s %4s %6s %3s %8s %6s %10s %10s %10s %10s %10s %4s %s\n",
              "LP", "m = n", "K", "blocks", "mem", "pivots", "degen",
              "us/pivot", "fold", "other", "solve s", "build s", "same",
              "stop, objective");
}

void run(const Options& o, char family, int m, const DenseLp& lp,
         const kernels::SimplexWish& wish) {
  static const char* const kStops[] = {"budget", "optimal", "no pivot",
                                       "poor pivot"};
  const auto context = std::make_shared<device::Context>(o.device);
  device::DeviceTableau tableau(context, wish);
  const Solve first = solve(tableau, lp, o.steps);
  const Solve second = solve(tableau, lp, o.steps);
  const int k = tableau.plan().capacity;
  const Times fold =
      device_times(*context, m <= 4000 ? 20 : 5, [&](int) { tableau.fold(k); });
  const int pivots = second.result.pivots;
  const double total = 1e6 * second.iterate / pivots;
  const double share = fold.median / k;
  std::printf(
      "%-3c %6d %4d %6d %3s %8d %6d %10.2f %10.2f %10.2f %10.4f %10.4f %4s %s, "
      "%.10g\n",
      family, m, k, tableau.plan().blocks, tableau.plan().shared ? "sm" : "gl",
      pivots, second.result.degenerate, total, share, total - share,
      second.iterate, second.build, same(first, second) ? "yes" : "NO",
      kStops[static_cast<int>(second.result.stop)], lp.objective(second.end));
  std::fflush(stdout);
}

std::vector<int> numbers(const char* text) {
  std::vector<int> list;
  std::istringstream in(text);
  for (std::string item; std::getline(in, item, ',');) {
    list.push_back(std::atoi(item.c_str()));
  }
  return list;
}

bool parse(int argc, char** argv, Options* o) {
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    if (i + 1 == argc) return false;
    if (name == "--family") {
      o->families = argv[i + 1];
    } else if (name == "--m") {
      o->m = numbers(argv[i + 1]);
    } else if (name == "--pivots") {
      o->pivots = numbers(argv[i + 1]);
    } else if (name == "--blocks") {
      o->blocks = numbers(argv[i + 1]);
    } else if (name == "--steps") {
      const bool is_long = std::strcmp(argv[i + 1], "long") == 0;
      if (!is_long && std::strcmp(argv[i + 1], "short") != 0) return false;
      o->steps = is_long ? Steps::kLong : Steps::kShort;
    } else if (name == "--device") {
      o->device = std::atoi(argv[i + 1]);
    } else {
      return false;
    }
  }
  return true;
}

LpFamily family_of(char letter) {
  return letter == 'P'   ? LpFamily::kP
         : letter == 'D' ? LpFamily::kD
                         : LpFamily::kLalami;
}

void run_all(const Options& o) {
  print_head();
  for (const char family : o.families) {
    if (std::strchr("PDL", family) == nullptr) continue;
    for (const int m : o.m) {
      const DenseLp lp(family_of(family), m);
      for (const int pivots : o.pivots) {
        for (const int blocks : o.blocks) {
          run(o, family, m, lp, kernels::SimplexWish{pivots, blocks});
        }
      }
    }
  }
}

}  // namespace
}  // namespace gpuinv::bench

int main(int argc, char** argv) {
  gpuinv::bench::Options options;
  if (!gpuinv::bench::parse(argc, argv, &options)) {
    std::fprintf(stderr,
                 "usage: %s [--family P,D,L] [--m N,...] [--pivots K,...] "
                 "[--blocks N,...] [--device D]\n",
                 argv[0]);
    return EXIT_FAILURE;
  }
  return gpuinv::bench::status_on_device("bench_tableau", [&] {
    gpuinv::bench::run_all(options);
    return EXIT_SUCCESS;
  });
}
