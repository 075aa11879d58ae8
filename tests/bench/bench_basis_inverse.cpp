// bench_basis_inverse.cpp (times of the inverse on a device; make bench)
// SPDX-License-Identifier: GPL-3.0-or-later

// Usage: bench_basis_inverse [--device=N] [m ...]

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "libgpuinv/device/cuda_devices.hpp"
#include "libgpuinv/device/scoped_device.hpp"
#include "libgpuinv/gpuinv.h"
#include "tests/bench/entry.hpp"
#include "tests/bench/inverse_bench.hpp"
#include "tests/bench/kernel_bench.hpp"
#include "tests/bench/table.hpp"

namespace {

constexpr int kLeastSize = 64;
constexpr int kLargestSize = 60000;

struct Options {
  int device = 0;
  std::vector<int> sizes;
};

// Reads a whole number in low..high; returns false if there is none.
bool parse_number(const char* text, int low, int high, int* number) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (*text == '\0' || *end != '\0' || value < low || value > high) {
    return false;
  }
  *number = static_cast<int>(value);
  return true;
}

bool parse(int argc, char** argv, Options* options) {
  constexpr char kDevice[] = "--device=";
  for (int a = 1; a < argc; a++) {
    int number = 0;
    const std::size_t prefix = sizeof kDevice - 1;
    if (std::strncmp(argv[a], kDevice, prefix) == 0) {
      if (!parse_number(argv[a] + prefix, 0, 1023, &options->device)) {
        return false;
      }
    } else if (parse_number(argv[a], kLeastSize, kLargestSize, &number)) {
      options->sizes.push_back(number);
    } else {
      return false;
    }
  }
  if (options->sizes.empty()) {
    options->sizes = {500, 1000, 1500, 2000, 4000, 8000, 16000, 32000};
  }
  return true;
}

// Returns false, with a message, if there is no such device.
bool print_device(int device) {
  try {
    gpuinv::device::CudaDevices devices;
    const gpuinv::DeviceInfo info = devices.info(device, true);
    std::printf("device %d: %s, compute capability %d.%d, %d multiprocessors\n",
                device, info.name.c_str(), info.major, info.minor,
                info.multiprocessors);
    std::printf("memory: %.1f GB, %.1f GB free\n%s\n",
                1e-9 * static_cast<double>(info.total_bytes),
                1e-9 * static_cast<double>(info.free_bytes),
                devices.versions().c_str());
    return true;
  } catch (const gpuinv::Error& e) {
    std::fprintf(stderr, "bench_basis_inverse: %s\n", e.what());
    return false;
  }
}

// Returns whether there is memory for the matrix, its factors, and some more.
bool fits(int m) {
  std::size_t free = 0, total = 0;
  GPUINV_CUDA(cudaMemGetInfo(&free, &total));
  const double rows = m;
  if (24.0 * rows * rows < static_cast<double>(free)) return true;
  std::printf("%6d  no room\n", m);
  return false;
}

void run(const Options& options) {
  gpuinv::device::Context context(options.device);
  const gpuinv::device::ScopedDevice here(options.device);
  int l2 = 0;
  GPUINV_CUDA(
      cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, options.device));
  std::printf("L2 cache: %.0f MB; launches of an update overlap: %s\n",
              1e-6 * l2, context.launch().overlap ? "yes" : "no");
  std::printf(
      "device: events around a queued batch, %d batches; wall: host clock "
      "per call;\nTB/s: bytes read and written once (update: 16 m^2)\n\n",
      gpuinv::bench::kBatches);
  gpuinv::bench::print_head();
  for (const int m : options.sizes) {
    if (!fits(m)) continue;
    gpuinv::bench::bench_kernels(context, m);
    gpuinv::bench::bench_deferred(context, m);
    gpuinv::bench::bench_inverse(options.device, m);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, &options)) {
    std::fprintf(stderr,
                 "usage: bench_basis_inverse [--device=N] [m ...], %d <= m "
                 "<= %d\n",
                 kLeastSize, kLargestSize);
    return EXIT_FAILURE;
  }
  if (!print_device(options.device)) return 77;
  return gpuinv::bench::status_of("bench_basis_inverse", [&] {
    run(options);
    return EXIT_SUCCESS;
  });
}
