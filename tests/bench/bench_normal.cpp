// bench_normal.cpp (normal equations on a device: time, rate, error)
// SPDX-License-Identifier: GPL-3.0-or-later

// Usage: bench_normal [lines | tiles | cost | NAME | MxN]...: the problems of
// interior_family.hpp by name ("lp6x7"), random dense ones by size
// ("2000x4000"), without any a selection of both.  The words before them say
// how sparse columns are summed.  Exit status 77 without a device.

#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <string>

#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/device_normal_dense.hpp"
#include "tests/bench/device_entry.hpp"
#include "tests/bench/interior_family.hpp"
#include "tests/bench/timing.hpp"

namespace gpuinv::bench {
namespace {

using device::Context;
using device::DenseStorage;
using device::DeviceBuffer;
using device::DeviceMatrix;
using device::DeviceNormalDense;
using device::SparseSums;

// A with slack variables, d over twelve decades, and b = S*x.
struct Problem {
  std::string name;
  ColumnMatrix a;
  std::vector<int> start, row;
  std::vector<double> value, d, r, x, b;
};

void add_slacks(Problem& p, int m) {
  for (int i = 0; i < m; i++) {
    p.row.push_back(i);
    p.value.push_back(1.0);
    p.start.push_back(static_cast<int>(p.row.size()));
  }
}

// Returns S*x by A and its transpose, and the same for absolute values.
std::vector<double> apply(const Problem& p, const std::vector<double>& x,
                          bool absolute) {
  std::vector<double> y(p.a.rows);
  const auto size = [&](double v) { return absolute ? std::fabs(v) : v; };
  for (int i = 0; i < p.a.rows; i++) y[i] = p.r[i] * size(x[i]);
  for (int k = 0; k < p.a.columns; k++) {
    double sum = 0.0;
    for (int t = p.start[k]; t < p.start[k + 1]; t++) {
      sum += size(p.value[t]) * size(x[p.row[t]]);
    }
    for (int t = p.start[k]; t < p.start[k + 1]; t++) {
      y[p.row[t]] += p.d[k] * sum * size(p.value[t]);
    }
  }
  return y;
}

std::unique_ptr<Problem> finish(std::unique_ptr<Problem> p, int m) {
  std::mt19937_64 engine(7);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  add_slacks(*p, m);
  const int n = static_cast<int>(p->start.size()) - 1;
  p->a = {m, n, p->start.data(), p->row.data(), p->value.data()};
  p->d.resize(n);
  for (double& e : p->d) e = std::pow(10.0, 3.0 * unit(engine));
  p->r.assign(m, 1e-10);
  p->x.resize(m);
  for (double& e : p->x) e = unit(engine);
  p->b = apply(*p, p->x, false);
  return p;
}

std::unique_ptr<Problem> trade_problem(const TradeSize& size) {
  InteriorLp lp = trade_lp(size, 1);
  auto p = std::make_unique<Problem>();
  p->name = size.name;
  p->start = std::move(lp.start);
  p->row = std::move(lp.row);
  p->value = std::move(lp.value);
  return finish(std::move(p), size.m);
}

std::unique_ptr<Problem> dense_problem(int m, int n) {
  std::mt19937_64 engine(11);
  std::normal_distribution<double> normal;
  auto p = std::make_unique<Problem>();
  p->name = "dense";
  p->start.push_back(0);
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++) {
      p->row.push_back(i);
      p->value.push_back(normal(engine));
    }
    p->start.push_back(static_cast<int>(p->row.size()));
  }
  return finish(std::move(p), m);
}

// Returns the largest |S*x - b| over eps * (|S|*|x| + |b|).
double backward_error(const Problem& p, const std::vector<double>& x) {
  const std::vector<double> y = apply(p, x, false), size = apply(p, x, true);
  double worst = 0.0;
  for (int i = 0; i < p.a.rows; i++) {
    const double error =
        std::fabs(y[i] - p.b[i]) / (size[i] + std::fabs(p.b[i]));
    if (!(error <= worst)) worst = error;
  }
  return worst / std::numeric_limits<double>::epsilon();
}

// Returns the least device seconds of three runs of body().
template <class Body>
double seconds(Context& context, Body body) {
  TimedEvent begin, end;
  double least = 0.0;
  for (int i = 0; i < 3; i++) {
    GPUINV_CUDA(cudaEventRecord(begin.get(), context.stream()));
    body();
    GPUINV_CUDA(cudaEventRecord(end.get(), context.stream()));
    context.synchronize();
    float ms = 0.0F;
    GPUINV_CUDA(cudaEventElapsedTime(&ms, begin.get(), end.get()));
    if (i == 0 || 1e-3 * ms < least) least = 1e-3 * ms;
  }
  return least;
}

struct Times4 {
  double assembly, factor, solve, error;
  bool ok;
};

Times4 measure(std::shared_ptr<Context> context, const Problem& p,
               DeviceNormalDense& normal) {
  Context& c = *context;
  DeviceBuffer<double> d, r, x;
  device::send(c, p.d, &d);
  device::send(c, p.r, &r);
  Times4 t{};
  t.ok = normal.factorize(d.data(), r.data());
  device::send(c, p.b, &x);
  normal.solve(x.data());
  std::vector<double> got(p.x.size());
  GPUINV_CUDA(cudaMemcpyAsync(got.data(), x.data(), got.size() * sizeof(double),
                              cudaMemcpyDeviceToHost, c.stream()));
  c.synchronize();
  t.error = backward_error(p, got);
  t.solve = seconds(c, [&] { normal.solve(x.data()); });
  t.assembly = seconds(c, [&] { normal.assemble(d.data(), r.data()); });
  // a factor cannot be factorized again: measures both together, minus one
  t.factor = seconds(c,
                     [&] {
                       normal.assemble(d.data(), r.data());
                       normal.factorize_assembled();
                     }) -
             t.assembly;
  return t;
}

// Returns the seconds that memory and arithmetic need at least: writing one
// triangle at the rate of a memset, and m*m*n flops at the rate of a SYRK.
double fill_seconds(Context& context, int m) {
  const std::size_t bytes = 4 * static_cast<std::size_t>(m) * m;
  DeviceBuffer<char> buffer(bytes);
  return seconds(context, [&] {
    GPUINV_CUDA(cudaMemsetAsync(buffer.data(), 0, bytes, context.stream()));
  });
}

void print(const Problem& p, const DeviceNormalDense& normal, const Times4& t,
           double fill) {
  const double m = p.a.rows;
  std::printf(
      "%-8s %6d %6d  %-13s %-6s %-5s %8.1f %9.3f %8.0f %9.3f %9.2f %6.1f %8.3f "
      "%9.2g%s\n",
      p.name.c_str(), p.a.rows, p.a.columns, normal.name(),
      normal.single() ? "single" : "double",
      normal.by_tiles() ? "tiles" : "lines", 1e-6 * normal.cost().bytes,
      1e3 * t.assembly, 1e-9 * normal.plan().products / t.assembly, 1e3 * fill,
      1e3 * t.factor, 1e-12 * m * m * m / 3.0 / t.factor, 1e3 * t.solve,
      t.error, t.ok ? "" : "  NO FACTOR");
  std::fflush(stdout);
}

void bench(std::shared_ptr<Context> context, const Problem& p,
           SparseSums sums) {
  const double fill = fill_seconds(*context, p.a.rows);
  const auto matrix = std::make_shared<const DeviceMatrix>(*context, p.a);
  for (const DenseStorage s : {DenseStorage::kFull, DenseStorage::kPacked}) {
    DeviceNormalDense normal(context, p.a, matrix, s, sums);
    print(p, normal, measure(context, p, normal), fill);
    normal.begin_single();
    const Times4 t = measure(context, p, normal);
    print(p, normal, t, fill);
  }
}

std::unique_ptr<Problem> problem_of(const char* word) {
  for (const TradeSize& size : kTrades) {
    if (std::strcmp(word, size.name) == 0) return trade_problem(size);
  }
  int m = 0, n = 0;
  if (std::sscanf(word, "%dx%d", &m, &n) != 2 || m < 1 || n < 1) {
    return nullptr;
  }
  return dense_problem(m, n);
}

bool read_sums(const std::string& word, SparseSums* sums) {
  if (word == "lines") return *sums = SparseSums::kLines, true;
  if (word == "tiles") return *sums = SparseSums::kTiles, true;
  if (word == "cost") return *sums = SparseSums::kByCost, true;
  return false;
}

int run(int count, const char* const* words) {
  const auto context = std::make_shared<Context>(0);
  std::printf("%-8s %6s %6s  %-13s %-6s %-5s %8s %9s %8s %9s %9s %6s %8s %9s\n",
              "problem", "m", "n", "form", "factor", "sums", "MB", "assem ms",
              "Gprod/s", "fill ms", "factor ms", "TF/s", "solve ms", "err/eps");
  SparseSums sums = SparseSums::kByCost;
  for (int i = 0; i < count; i++) {
    if (read_sums(words[i], &sums)) continue;
    const std::unique_ptr<Problem> p = problem_of(words[i]);
    if (p == nullptr) {
      std::fprintf(stderr, "no such problem: %s\n", words[i]);
      return 1;
    }
    bench(context, *p, sums);
  }
  return 0;
}

}  // namespace
}  // namespace gpuinv::bench

int main(int argc, char** argv) {
  constexpr const char* kChoice[] = {"257x300", "2000x4000", "5825x6000",
                                     "lp6x7",   "lp13x19",   "lp31x39",
                                     "lp46x51"};
  return gpuinv::bench::status_on_device("bench_normal", [&] {
    if (argc > 1) return gpuinv::bench::run(argc - 1, argv + 1);
    return gpuinv::bench::run(sizeof kChoice / sizeof kChoice[0], kChoice);
  });
}
