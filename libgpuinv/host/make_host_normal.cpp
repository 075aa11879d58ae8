// make_host_normal.cpp (creates the host's normal equations)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/host/make_host_normal.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/large_pages.hpp"
#include "libgpuinv/base/made_once.hpp"
#include "libgpuinv/base/measured.hpp"
#include "libgpuinv/base/thread_time.hpp"
#include "libgpuinv/faults/faulty_parts.hpp"
#include "libgpuinv/host/host_memory.hpp"
#include "libgpuinv/host/host_normal.hpp"
#include "libgpuinv/sparse/dense_column.hpp"
#include "libgpuinv/vendors/blas_guard.hpp"
#include "libgpuinv/vendors/vendors.hpp"

namespace gpuinv {
namespace {

constexpr int kRepeats = 4;

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

NormalMachine host_machine(std::size_t memory) {
  const std::size_t available = host_bytes_available();
  const std::size_t most =
      memory == 0 ? available : std::min(memory, available);
  return {host_rates(), "host", static_cast<double>(most), true, false};
}

std::unique_ptr<NormalEquations> make_host_normal(
    const ColumnMatrix& a, std::optional<NormalKind> wanted, std::string* line,
    Ordering ordering, std::size_t memory) {
  NormalAnalysis analysis(a);
  analysis.analyze(host_machine(memory), wanted, ordering);
  return make_host_normal(analysis, wanted, line, memory);
}

static std::unique_ptr<NormalEquations> make(const NormalAnalysis& analysis,
                                             NormalKind kind) {
  if (kind == NormalKind::kDense)
    return std::make_unique<HostNormalDense>(analysis.a);
  if (!analysis.apart.empty())
    return std::make_unique<HostNormalSplit>(analysis.a, analysis.apart,
                                             *analysis.order);
  return std::make_unique<HostNormalSparse>(analysis.a, *analysis.order);
}

std::unique_ptr<NormalEquations> make_host_normal(
    const NormalAnalysis& analysis, std::optional<NormalKind> wanted,
    std::string* line, std::size_t memory) {
  const NormalChoice choice =
      choose_normal(analysis.shape, host_machine(memory), wanted);
  *line = choice.line;
  return with_faults(make(analysis, choice.kind), analysis.a.rows);
}

std::unique_ptr<InteriorMethod> make_host_method(
    const Side& side, std::optional<NormalKind> wanted, std::string* line,
    std::size_t memory, const std::shared_ptr<PhaseTimes>& times) {
  auto normal = std::make_unique<TimedNormal>(
      make_host_normal(side.analysis, wanted, line, memory), times);
  auto method = side.for_given(
      create_host_method(*side.form, side.norms, std::move(normal)));
  times->end_setup();
  return method;
}

}  // namespace gpuinv
