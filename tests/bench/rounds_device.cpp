// rounds_device.cpp (the simplex method of rounds_method.hpp on a device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/rounds_device.hpp"

#include <algorithm>
#include <memory>

#include "libgpuinv/device/buffer.hpp"
#include "tests/bench/rounds_method.hpp"
#include "tests/literature/rounds/rounds.hpp"

namespace gpuinv::bench {
namespace {

using device::Context;
using device::DeviceBuffer;
using device::PinnedBuffer;
namespace rounds = kernels::rounds;

// The interface that the method needs of a tableau.
class Device {
 public:
  Device(Context& context, int m, int n, const std::vector<double>& t)
      : context_(context),
        t_(t.size()),
        column_(m + 1),
        theta_(m + 1),
        line_(n + 1),
        host_(std::max(m, n) + 1),
        tableau_{m + 1, n + 1, t_.data()} {
    GPUINV_CUDA(cudaMemcpyAsync(t_.data(), t.data(), t.size() * sizeof(double),
                                cudaMemcpyHostToDevice, context.stream()));
    context.synchronize();
  }

  const double* costs() { return fetch(t_.data(), tableau_.columns); }
  const double* ratios(int k) {
    GPUINV_CUDA(rounds::launch_ratios(context_.launch(), tableau_, k,
                                      column_.data(), theta_.data()));
    return fetch(theta_.data(), tableau_.rows);
  }
  void pivot(int r, int k) {
    const double p = *fetch(column_.data() + r, 1);
    GPUINV_CUDA(rounds::launch_line(context_.launch(), tableau_, r, p,
                                    column_.data(), line_.data()));
    GPUINV_CUDA(rounds::launch_basis(context_.launch(), tableau_,
                                     column_.data(), line_.data()));
    GPUINV_CUDA(rounds::launch_column(context_.launch(), tableau_, k, p,
                                      column_.data()));
  }
  double objective() { return *fetch(t_.data(), 1); }

 private:
  const double* fetch(const double* from, int count) {
    GPUINV_CUDA(cudaMemcpyAsync(host_.data(), from, count * sizeof(double),
                                cudaMemcpyDeviceToHost, context_.stream()));
    context_.synchronize();
    return host_.data();
  }

  Context& context_;
  DeviceBuffer<double> t_, column_, theta_, line_;
  PinnedBuffer<double> host_;
  rounds::Tableau tableau_;
};

}  // namespace

RoundsResult rounds_on_device(Context& context, int m, int n,
                              const std::vector<double>& t, int limit) {
  Device device(context, m, n, t);
  return rounds_solve(device, m, n, limit);
}

RoundsDevice find_rounds_device() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return {};
  cudaDeviceProp properties;
  GPUINV_CUDA(cudaGetDeviceProperties(&properties, 0));
  const auto context = std::make_shared<Context>(0);
  return {properties.name,
          [context](int m, int n, const std::vector<double>& t, int limit) {
            return rounds_on_device(*context, m, n, t, limit);
          }};
}

}  // namespace gpuinv::bench
