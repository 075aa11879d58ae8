// bench_cholesky.cpp (the Cholesky forms of the literature, and ours)
// SPDX-License-Identifier: GPL-3.0-or-later

// usage: bench_cholesky [m ...]
//
// One factorization of a dense m by m matrix by each form of Jung (2006), by
// cuSOLVER in full storage, and in our rectangular packed storage, in both
// precisions, as a table with tabs:
//
//   median_ms, min_ms, max_ms  device time of five factorizations, launches
//              included; of three if one takes more than a second, of one if
//              more than ten
//   TF_s       m^3/3 operations over the median
//   memory_MB  of the matrix and the workspace
//   why_not    why there is no time: the device has no memory

#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <vector>

#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/rectangular_factor.hpp"
#include "tests/bench/device_entry.hpp"
#include "tests/bench/timing.hpp"
#include "tests/literature/cholesky/cholesky.hpp"

namespace gpuinv::bench {
namespace {

using device::Context;
using device::DeviceBuffer;
using device::RectangularFactor;
using kernels::SymmetricLayout;
namespace cholesky = kernels::cholesky;

constexpr int kRuns = 5;

template <class T>
const char* precision() {
  return std::is_same_v<T, double> ? "double" : "single";
}

// Returns the matrix with 1 everywhere and m more on the diagonal: definite,
// and so far from singular that rounding does not matter.
template <class T>
std::vector<T> column_of(int m, int j, int first) {
  std::vector<T> column(m - first, T(1));
  if (j >= first) column[j - first] += static_cast<T>(m);
  return column;
}

template <class T>
void send(Context& context, const std::vector<T>& from, T* to) {
  GPUINV_CUDA(cudaMemcpyAsync(to, from.data(), from.size() * sizeof(T),
                              cudaMemcpyHostToDevice, context.stream()));
  context.synchronize();
}

int runs_for(double first_ms) {
  return first_ms > 1e4 ? 0 : first_ms > 1e3 ? 3 : kRuns;
}

// Returns the milliseconds on the device of body(), each time after prepare().
// The first time, which loads code, counts only if there is no other.
template <class Prepare, class Body>
Times milliseconds(Context& context, Prepare prepare, Body body) {
  TimedEvent begin, end;
  std::vector<double> samples;
  int runs = 1;
  for (int run = 0; run <= runs; run++) {
    prepare();
    context.synchronize();
    GPUINV_CUDA(cudaEventRecord(begin.get(), context.stream()));
    body();
    GPUINV_CUDA(cudaEventRecord(end.get(), context.stream()));
    context.synchronize();
    float ms = 0.0F;
    GPUINV_CUDA(cudaEventElapsedTime(&ms, begin.get(), end.get()));
    if (run == 0) runs = runs_for(ms);
    if (run > 0 || runs == 0) samples.push_back(ms);
  }
  return summarize(samples);
}

void print_row(int m, const char* form, const char* precision, const Times& t,
               double bytes) {
  std::printf("%d\t%s\t%s\t%.3f\t%.3f\t%.3f\t%.4f\t%.1f\t\n", m, form,
              precision, t.median, t.least, t.most,
              1e-9 * m * m * m / 3.0 / t.median, 1e-6 * bytes);
  std::fflush(stdout);
}

// Runs body; if there is too little memory, the row says so.
template <class Body>
void row_or_cause(int m, const char* form, const char* precision, double bytes,
                  Body body) {
  try {
    body();
  } catch (const device::DeviceError& error) {
    if (error.status() != GPUINV_CANNOT) throw;
    std::printf("%d\t%s\t%s\t\t\t\t\t%.1f\tdevice memory\n", m, form, precision,
                1e-6 * bytes);
    std::fflush(stdout);
  }
}

template <class T>
void bench_form(Context& context, const cholesky::Form<T>& form, int m) {
  const std::size_t elements = static_cast<std::size_t>(m) * m;
  const double bytes = static_cast<double>(elements) * sizeof(T);
  row_or_cause(m, form.name, precision<T>(), bytes, [&] {
    DeviceBuffer<T> a(elements), given(elements);
    for (int j = 0; j < m; j++)
      send(context, column_of<T>(m, j, 0),
           given.data() + static_cast<std::size_t>(j) * m);
    const Times t = milliseconds(
        context,
        [&] {
          GPUINV_CUDA(
              cudaMemcpyAsync(a.data(), given.data(), elements * sizeof(T),
                              cudaMemcpyDeviceToDevice, context.stream()));
        },
        [&] {
          GPUINV_CUDA(form.launch({context.launch(), m, a.data()}));
        });
    print_row(m, form.name, precision<T>(), t, bytes);
  });
}

// Makes the lower triangle of the same matrix in its place
// (symmetric_layout.hpp).
template <class T>
void fill(Context& context, const SymmetricLayout& at, T* a) {
  for (int j = 0; j < at.split; j++)
    send(context, column_of<T>(at.m, j, j), a + at.first + at.ld * j + j);
  for (int j = at.split; j < at.m; j++) {
    // column j of the transposed S22, down to its diagonal
    const int c = j - at.split;
    std::vector<T> column(c + 1, T(1));
    column[c] += static_cast<T>(at.m);
    send(context, column, a + at.ld * c);
  }
}

template <class T>
void bench_ours(Context& context, const char* name,
                const SymmetricLayout& layout) {
  RectangularFactor factor(context, layout);
  const double bytes = static_cast<double>(factor.bytes_needed());
  row_or_cause(layout.m, name, precision<T>(), bytes, [&] {
    factor.grow();
    DeviceBuffer<T> given(layout.elements());
    GPUINV_CUDA(cudaMemsetAsync(given.data(), 0, layout.elements() * sizeof(T),
                                context.stream()));
    fill(context, layout, given.data());
    DeviceBuffer<int> flag(1);
    const Times t = milliseconds(
        context,
        [&] {
          GPUINV_CUDA(cudaMemcpyAsync(
              factor.matrix<T>(), given.data(), layout.elements() * sizeof(T),
              cudaMemcpyDeviceToDevice, context.stream()));
        },
        [&] { factor.factorize<T>(flag.data()); });
    print_row(layout.m, name, precision<T>(), t, bytes);
  });
}

template <class T>
void bench_precision(Context& context, int m) {
  for (const cholesky::Form<T>& form : cholesky::forms<T>())
    bench_form(context, form, m);
  bench_ours<T>(context, "cuSOLVER, full", kernels::full_layout(m));
  bench_ours<T>(context, "ours, rectangular packed", kernels::packed_layout(m));
}

void bench(const std::vector<int>& sizes) {
  Context context(0);
  cudaDeviceProp device;
  GPUINV_CUDA(cudaGetDeviceProperties(&device, 0));
  std::printf("# kind\tcholesky_forms\n# gpu\t%s\n", device.name);
  std::printf(
      "m\tform\tprecision\tmedian_ms\tmin_ms\tmax_ms\tTF_s\tmemory_MB\t"
      "why_not\n");
  std::fflush(stdout);
  for (const int m : sizes) {
    bench_precision<double>(context, m);
    bench_precision<float>(context, m);
  }
}

}  // namespace
}  // namespace gpuinv::bench

int main(int argc, char** argv) {
  std::vector<int> sizes;
  if (!gpuinv::bench::parse_sizes(argc, argv, &sizes)) {
    std::fprintf(stderr, "usage: bench_cholesky [m ...], m from 2 to 65535\n");
    return 2;
  }
  if (sizes.empty()) sizes = {256, 512, 1024, 2048, 4096, 8192, 16384};
  return gpuinv::bench::status_on_device("bench_cholesky", [&] {
    gpuinv::bench::bench(sizes);
    return 0;
  });
}
