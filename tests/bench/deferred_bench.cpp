// deferred_bench.cpp (device times of deferred changes)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <string>
#include <vector>

#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/deferred_inverse.hpp"
#include "tests/bench/kernel_bench.hpp"
#include "tests/bench/table.hpp"

namespace gpuinv::bench {
namespace {

using device::Context;
using device::DeferredInverse;
using device::DeviceBuffer;
using kernels::DeviceVector;

// An inverse of random numbers, and vectors for it.
struct Data {
  Data(Context& context, int m, int most)
      : m(m), most(most), inverse(context), alpha(m) {
    inverse.grow(m, most);
    fill(context, inverse.base(), kernels::matrix_elements(m));
    inverse.start(m, most);
    std::vector<double> a(m, 1e-6);  // the matrix stays bounded for long
    a[pivot()] = 1.0;
    device::send(context, a, &alpha);
    std::vector<int> positions(kSparse);
    for (int t = 0; t < kSparse; t++) positions[t] = m / kSparse * t;
    device::send(context, positions, &ind);
  }
  int pivot() const { return m / 2; }
  DeviceVector sparse() { return {kSparse, ind.data(), alpha.data()}; }
  DeviceVector dense() { return {m, nullptr, alpha.data()}; }

  int m, most;
  DeferredInverse inverse;
  DeviceBuffer<double> alpha;
  DeviceBuffer<int> ind;
};

std::string name(const char* what, int count) {
  return what + std::to_string(count);
}

// Measures whole rounds of `most` updates, each with one fold at its end.
void bench_update(Context& context, Data& d) {
  const double share = 16.0 * d.m * d.m / d.most + 4.0 * d.m * d.most;
  const Times times = device_times(context, d.most, [&](int) {
    d.inverse.replace(d.pivot(), d.alpha.data());
  });
  d.inverse.fold();  // of the first, untimed update
  print_row(d.m, name("update, deferred, K = ", d.most).c_str(), times, share,
            "device; with its share of a fold");
}

void bench_append(Context& context, Data& d) {
  constexpr int kBatch = 7;  // few enough to need no fold
  const Times times = device_times(context, kBatch, [&](int) {
    d.inverse.replace(d.pivot(), d.alpha.data());
  });
  print_row(d.m, name("append, up to ", d.inverse.pending()).c_str(), times,
            4.0 * d.m * d.inverse.pending(), "device; without a fold");
}

void bench_solves(Context& context, Data& d, int batch) {
  const std::string pending = std::to_string(d.inverse.pending()) + " pending";
  DeviceBuffer<double> x(kernels::leading_dimension(d.m));
  const auto row = [&](const char* what, auto solve) {
    print_row(d.m, (what + pending).c_str(),
              device_times(context, batch, [&](int) { solve(); }), 0.0,
              "device");
  };
  row("FTRAN, 16 nnz, ", [&] { d.inverse.ftran(d.sparse(), x.data()); });
  row("BTRAN, 16 nnz, ", [&] { d.inverse.btran(d.sparse(), x.data()); });
  row("FTRAN, dense, ", [&] { d.inverse.ftran(d.dense(), x.data()); });
  row("BTRAN, dense, ", [&] { d.inverse.btran(d.dense(), x.data()); });
}

}  // namespace

void bench_deferred(Context& context, int m) {
  for (const int most : {1, 32, 64, 96, 128}) {
    Data data(context, m, most);
    bench_update(context, data);
    if (most < kernels::kMostPending) continue;
    const int batch = m <= 8000 ? 30 : 10;
    bench_solves(context, data, batch);
    bench_append(context, data);
    bench_solves(context, data, batch);
  }
}

}  // namespace gpuinv::bench
