// host_rates.cpp (measured speed of this host's processor)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/host/host_rates.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/large_pages.hpp"
#include "libgpuinv/base/made_once.hpp"
#include "libgpuinv/base/measured.hpp"
#include "libgpuinv/base/thread_time.hpp"
#include "libgpuinv/sparse/dense_column.hpp"
#include "libgpuinv/vendors/blas_guard.hpp"
#include "libgpuinv/vendors/vendors.hpp"

namespace gpuinv {
namespace {

constexpr int kRepeats = 20;

// Returns operations per second of a dense Cholesky factorization of n rows.
// These are so few that BLAS uses one thread, whose time is measured.
double factor_rate() {
  constexpr int n = 600;
  const double flops = std::pow(n, 3) / 3.0;
  std::vector<double> a(static_cast<std::size_t>(n) * n);
  const double seconds = least_thread_seconds(kRepeats, [&] {
    std::fill(a.begin(), a.end(), 0.0);
    for (std::size_t i = 0; i < n; i++) a[i * n + i] = 1.0;
    int info = 0;
    const BlasGuard guard(flops);
    vendors().dpotrf("L", &n, a.data(), &n, &info);
    if (info != 0) throw Error(GPUINV_INTERNAL, "LAPACK refused the identity");
  });
  return flops / seconds;
}

// Returns bytes per second read from memory.
double read_rate() {
  const LargeVector<double> x(std::size_t{1} << 22, 1.0);  // 32 MiB
  double sum = 0.0;
  const double seconds = least_thread_seconds(
      kRepeats, [&] { sum += abs_sum(x.size(), x.data()); });
  if (!(sum > 0.0)) throw Error(GPUINV_INTERNAL, "a sum is lost");
  return static_cast<double>(x.size() * sizeof(double)) / seconds;
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0)
      return line.substr(std::min(line.find(':') + 2, line.size()));
  return "host";
}

machine::Rates rates() {
  machine::Rates r = machine::kHost;
  const std::vector<double> now =
      measured(cache_folder(), processor(),
               {{"dense_rate", r.dense_rate}, {"bandwidth", r.bandwidth}}, [] {
                 return std::vector<double>{factor_rate(), read_rate()};
               });
  r.sparse_rate *= now[0] / r.dense_rate;
  r.dense_rate = now[0];
  r.bandwidth = now[1];
  return r;
}

}  // namespace

const machine::Rates& host_rates() {
  static std::atomic<const machine::Rates*> here{nullptr};
  return made_once(
      &here, [] { return std::make_unique<const machine::Rates>(rates()); });
}

}  // namespace gpuinv
