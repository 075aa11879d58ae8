// device_array.hpp (device array between guards, for kernel tests)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"

namespace gpuinv::tests {

// n doubles on the device.  They start as a NaN with a pattern that no kernel
// produces, and so do the guards on both sides.  This shows elements that were
// not written, and elements outside that were.
class DeviceArray {
 public:
  DeviceArray(device::Context& context, std::size_t n)
      : context_(context), n_(n), buffer_(n + 2 * kGuard) {
    write(0, std::vector<double>(n + 2 * kGuard, poison()));
  }
  DeviceArray(device::Context& context, const std::vector<double>& values)
      : DeviceArray(context, values.size()) {
    write(kGuard, values);
  }

  double* data() { return buffer_.data() + kGuard; }

  std::vector<double> values() {
    const std::vector<double> all = read();
    return {all.begin() + kGuard, all.end() - kGuard};
  }
  // Returns the number of guard elements that were overwritten.
  long outside() {
    const std::vector<double> all = read();
    long count = 0;
    for (std::size_t i = 0; i < kGuard; i++) {
      count += !is_poison(all[i]);
      count += !is_poison(all[all.size() - 1 - i]);
    }
    return count;
  }

  static bool is_poison(double x) {
    std::uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits == kPoison;
  }

 private:
  static constexpr std::size_t kGuard = 64;  // keeps the alignment
  static constexpr std::uint64_t kPoison = 0x7ff8dead0000beefu;

  static double poison() {
    double x;
    std::memcpy(&x, &kPoison, sizeof x);
    return x;
  }
  void write(std::size_t at, const std::vector<double>& values) {
    GPUINV_CUDA(cudaMemcpyAsync(buffer_.data() + at, values.data(),
                                values.size() * sizeof(double),
                                cudaMemcpyHostToDevice, context_.stream()));
    context_.synchronize();
  }
  std::vector<double> read() {
    std::vector<double> all(n_ + 2 * kGuard);
    GPUINV_CUDA(cudaMemcpyAsync(all.data(), buffer_.data(),
                                all.size() * sizeof(double),
                                cudaMemcpyDeviceToHost, context_.stream()));
    context_.synchronize();
    return all;
  }

  device::Context& context_;
  std::size_t n_;
  device::DeviceBuffer<double> buffer_;
};

// A plain array of another type on the device.
template <class T>
device::DeviceBuffer<T> upload(device::Context& context,
                               const std::vector<T>& values) {
  device::DeviceBuffer<T> buffer(values.size() + 1);
  GPUINV_CUDA(cudaMemcpyAsync(buffer.data(), values.data(),
                              values.size() * sizeof(T), cudaMemcpyHostToDevice,
                              context.stream()));
  context.synchronize();
  return buffer;
}

// Returns its first n elements.
template <class T>
std::vector<T> download(device::Context& context,
                        const device::DeviceBuffer<T>& buffer, std::size_t n) {
  std::vector<T> values(n);
  GPUINV_CUDA(cudaMemcpyAsync(values.data(), buffer.data(), n * sizeof(T),
                              cudaMemcpyDeviceToHost, context.stream()));
  context.synchronize();
  return values;
}

}  // namespace gpuinv::tests
