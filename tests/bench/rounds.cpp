// rounds.cpp (the simplex method with a round trip per pivot, and on the host)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/rounds.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "libgpuinv/device/buffer.hpp"
#include "tests/literature/rounds/rounds.hpp"

namespace gpuinv::bench {
namespace {

using device::Context;
using device::DeviceBuffer;
using device::PinnedBuffer;
namespace rounds = kernels::rounds;

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

int place_of_least(const double* values, int count) {
  return static_cast<int>(std::min_element(values, values + count) - values);
}

// Returns the entering column by row 0, or 0 if none improves.
int entering(const double* costs, int columns) {
  const int k = 1 + place_of_least(costs + 1, columns - 1);
  return costs[k] < -rounds::kTolerance ? k : 0;
}

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

class Host {
 public:
  Host(int m, int n, std::vector<double> t)
      : rows_(m + 1), columns_(n + 1), t_(std::move(t)), theta_(m + 1) {}

  const double* costs() { return t_.data(); }
  const double* ratios(int k) {
    for (int i = 0; i < rows_; i++) {
      const double* row = t_.data() + static_cast<std::size_t>(i) * columns_;
      theta_[i] =
          i > 0 && row[k] > rounds::kTolerance ? row[0] / row[k] : HUGE_VAL;
    }
    return theta_.data();
  }
  void pivot(int r, int k) {
    rounds::pivot_on_host(rows_, columns_, r, k, t_.data());
  }
  double objective() const { return t_[0]; }

 private:
  int rows_, columns_;
  std::vector<double> t_, theta_;
};

template <class Side>
RoundsResult solve(Side& side, int m, int n, int limit) {
  RoundsResult result;
  const Clock::time_point begin = Clock::now();
  while (result.pivots < limit) {
    const int k = entering(side.costs(), n + 1);
    if (k == 0) {
      result.optimal = true;
      break;
    }
    const double* theta = side.ratios(k);
    const int r = place_of_least(theta, m + 1);
    if (!(theta[r] < HUGE_VAL)) break;
    side.pivot(r, k);
    result.pivots++;
  }
  result.objective = side.objective();
  result.seconds = since(begin);
  return result;
}

}  // namespace

RoundsResult rounds_on_host(int m, int n, std::vector<double> t, int limit) {
  Host host(m, n, std::move(t));
  return solve(host, m, n, limit);
}

RoundsResult rounds_on_device(Context& context, int m, int n,
                              const std::vector<double>& t, int limit) {
  Device device(context, m, n, t);
  return solve(device, m, n, limit);
}

}  // namespace gpuinv::bench
