// bench_update.cpp (the basis updates of the literature, and ours)
// SPDX-License-Identifier: GPL-3.0-or-later

// usage: bench_update [m ...]
//
// One update of the dense inverse of a basis with m rows by each form of
// Shah et al. (2020) and by ours, one after the other on one device, as a
// table with tabs:
//
//   median_us, min_us, max_us  device time of an update, medians of batches
//   TB_s       16 m^2 bytes, what an update in place moves, over the median
//   memory_MB  inv(B) and what the form needs beside it
//   block      threads of a block of the matrix step: the best of those that
//              the form may take
//   why_not    why there is no time: the form's shared memory is too small,
//              or the device's memory is
//
// Ours: eta and rank_one at once; changes deferred, 96 to a fold, with the
// update's share of it.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "kernels/layout.hpp"
#include "kernels/pending.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/deferred_inverse.hpp"
#include "tests/bench/device_entry.hpp"
#include "tests/bench/timing.hpp"
#include "tests/literature/update/update.hpp"

namespace gpuinv::bench {
namespace {

using device::Context;
using device::DeviceBuffer;
namespace update = kernels::update;

constexpr int kDeferred = 96;

// theta = 1, and other elements are small: the matrix stays bounded however
// often it is updated.
std::vector<double> small_alpha(int m) {
  std::vector<double> alpha(m, 1e-6);
  alpha[m / 2] = 1.0;
  return alpha;
}

void send(Context& context, const std::vector<double>& from, double* to) {
  GPUINV_CUDA(cudaMemcpyAsync(to, from.data(), from.size() * sizeof(double),
                              cudaMemcpyHostToDevice, context.stream()));
  context.synchronize();
}

// Sets random numbers, piece by piece.
void fill(Context& context, double* to, std::size_t n) {
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<double> value(-1.0, 1.0);
  std::vector<double> piece(std::size_t{1} << 20);
  for (double& v : piece) v = value(engine);
  for (std::size_t at = 0; at < n; at += piece.size()) {
    piece.resize(std::min(piece.size(), n - at));
    send(context, piece, to + at);
  }
}

void print_row(int m, const char* form, int block, const Times& t,
               double doubles) {
  std::printf("%d\t%s\t%.2f\t%.2f\t%.2f\t%.3f\t%.1f\t%d\t\n", m, form, t.median,
              t.least, t.most, 16e-6 * m * m / t.median, 8e-6 * doubles, block);
  std::fflush(stdout);
}

void print_none(int m, const char* form, double doubles, const char* cause) {
  std::printf("%d\t%s\t\t\t\t\t%.1f\t\t%s\n", m, form, 8e-6 * doubles, cause);
  std::fflush(stdout);
}

int batch_of(int m) { return m <= 2000 ? 100 : m <= 8000 ? 20 : 5; }

// Runs body; if there is too little memory, the row says so.
template <class Body>
void row_or_cause(int m, const char* form, double doubles, Body body) {
  try {
    body();
  } catch (const device::DeviceError& error) {
    if (error.status() != GPUINV_CANNOT) throw;
    print_none(m, form, doubles, "device memory");
  }
}

void bench_form(Context& context, const update::Form& form, int m) {
  const double doubles =
      static_cast<double>(m) * m + static_cast<double>(form.workspace(m));
  if (!update::fits(form, m)) {
    print_none(m, form.name, doubles, "48 KB of shared memory");
    return;
  }
  row_or_cause(m, form.name, doubles, [&] {
    DeviceBuffer<double> b(static_cast<std::size_t>(m) * m), alpha(m);
    DeviceBuffer<double> work(form.workspace(m));
    fill(context, b.data(), b.size());
    send(context, small_alpha(m), alpha.data());
    Times best{};
    int best_block = 0;
    for (const int block : form.blocks) {
      const update::Call call{
          context.launch(), context.cublas(), m,           m / 2,
          alpha.data(),     b.data(),         work.data(), block};
      const bool cubic = form.launch == update::launch_pfi;
      const Times t = device_times(context, cubic ? 3 : batch_of(m), [&](int) {
        const update::Outcome outcome = form.launch(call);
        GPUINV_CUDA(outcome.cuda);
        GPUINV_CUBLAS(outcome.blas);
      });
      if (best_block == 0 || t.median < best.median) {
        best = t;
        best_block = block;
      }
    }
    print_row(m, form.name, best_block, best, doubles);
  });
}

void bench_at_once(Context& context, int m) {
  const char* const name = "ours, at once";
  const double doubles = static_cast<double>(kernels::matrix_elements(m)) +
                         2.0 * kernels::leading_dimension(m);
  row_or_cause(m, name, doubles, [&] {
    DeviceBuffer<double> b(kernels::matrix_elements(m)), alpha(m);
    DeviceBuffer<double> omega(kernels::padded_rows(m));
    DeviceBuffer<double> bk(kernels::leading_dimension(m));
    fill(context, b.data(), b.size());
    send(context, small_alpha(m), alpha.data());
    const Times t = device_times(context, batch_of(m), [&](int) {
      GPUINV_CUDA(kernels::launch_eta(context.launch(), m, m / 2, alpha.data(),
                                      b.data(), omega.data(), bk.data()));
      GPUINV_CUDA(kernels::launch_rank_one(context.launch(), m, omega.data(),
                                           bk.data(), b.data()));
    });
    print_row(m, name, 256, t, doubles);
  });
}

void bench_deferred(Context& context, int m) {
  const char* const name = "ours, deferred";
  const double doubles = static_cast<double>(kernels::matrix_elements(m)) +
                         2.0 * kDeferred * kernels::leading_dimension(m);
  row_or_cause(m, name, doubles, [&] {
    device::DeferredInverse inverse(context);
    inverse.grow(m, kDeferred);
    fill(context, inverse.base(), kernels::matrix_elements(m));
    inverse.start(m, kDeferred);
    DeviceBuffer<double> alpha(m);
    send(context, small_alpha(m), alpha.data());
    const Times t = device_times(
        context, kDeferred, [&](int) { inverse.replace(m / 2, alpha.data()); });
    context.drain();
    print_row(m, name, 0, t, doubles);
  });
}

void bench(const std::vector<int>& sizes) {
  Context context(0);
  cudaDeviceProp device;
  GPUINV_CUDA(cudaGetDeviceProperties(&device, 0));
  std::printf("# kind\tupdate_forms\n# gpu\t%s\n", device.name);
  std::printf(
      "m\tform\tmedian_us\tmin_us\tmax_us\tTB_s\tmemory_MB\tblock\t"
      "why_not\n");
  std::fflush(stdout);
  for (const int m : sizes) {
    for (const update::Form& form : update::forms())
      bench_form(context, form, m);
    bench_at_once(context, m);
    bench_deferred(context, m);
  }
}

}  // namespace
}  // namespace gpuinv::bench

int main(int argc, char** argv) {
  std::vector<int> sizes;
  if (!gpuinv::bench::parse_sizes(argc, argv, &sizes)) {
    std::fprintf(stderr, "usage: bench_update [m ...], m from 2 to 65535\n");
    return 2;
  }
  if (sizes.empty())
    sizes = {500, 1000, 2000, 3000, 4000, 5000, 6000, 8000, 12000, 16000};
  return gpuinv::bench::status_on_device("bench_update", [&] {
    gpuinv::bench::bench(sizes);
    return 0;
  });
}
