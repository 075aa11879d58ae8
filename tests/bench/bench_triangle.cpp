// bench_triangle.cpp (own triangular solve against cuBLAS's)
// SPDX-License-Identifier: GPL-3.0-or-later

// Usage: bench_triangle [N]...  Solves L*x = b and L'*x = b for one right-hand
// side with a dense L of N rows.  Prints median device times of the own kernel,
// of TRSV, and of TRSM with one column, and the rate at which the own one reads
// L.  Its time contains the memset that it needs; the others, which work in
// place, a copy of b.  `invert` is the time of inverting the diagonal blocks,
// once for each factor.  Exit status 77 without a device, 1 if the own result
// is inaccurate.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>

#include "kernels/triangular_solve.hpp"
#include "libgpuinv/device/blas.hpp"
#include "libgpuinv/device/context.hpp"
#include "tests/bench/device_entry.hpp"
#include "tests/bench/timing.hpp"

namespace gpuinv::bench {
namespace {

using device::Context;
using device::DeviceBuffer;

constexpr int kBatch = 10;

// Elements outside the lower triangle are random, too: nothing may read them.
template <class T>
std::vector<T> random_factor(int n) {
  std::mt19937_64 engine(n);
  std::uniform_real_distribution<T> value(-1, 1);
  std::vector<T> l(static_cast<std::size_t>(n) * n);
  for (T& e : l) e = value(engine) / static_cast<T>(std::sqrt(n));
  for (int j = 0; j < n; j++) l[j + static_cast<std::size_t>(j) * n] = 1;
  return l;
}

// Returns the largest |L*x - b| over eps * (|L|*|x| + |b|), the same for L'.
template <class T>
double backward_error(const std::vector<T>& l, bool transposed,
                      const std::vector<T>& x, const std::vector<T>& b) {
  const std::size_t n = x.size();
  std::vector<double> y(n), size(n);
  for (std::size_t j = 0; j < n; j++) {
    for (std::size_t i = j; i < n; i++) {
      const std::size_t to = transposed ? j : i, from = transposed ? i : j;
      const double product = static_cast<double>(l[i + j * n]) * x[from];
      y[to] += product;
      size[to] += std::fabs(product);
    }
  }
  double worst = 0.0;
  for (std::size_t i = 0; i < n; i++) {
    const double error = std::fabs(y[i] - b[i]) / (size[i] + std::fabs(b[i]));
    if (!(error <= worst)) worst = error;
  }
  return worst / std::numeric_limits<T>::epsilon();
}

template <class T>
class Bench {
 public:
  Bench(Context& context, int n)
      : context_(context),
        n_(n),
        host_(random_factor<T>(n)),
        b_host_(n, T(1)),
        inverse_(kernels::triangle_inverse_elements(n)),
        x_(n),
        solve_(n),
        ticket_(1) {
    device::send(context, host_, &l_);
    device::send(context, b_host_, &b_);
    device::send(context, {0}, &bad_);
  }
  // Returns whether the own result is accurate.
  bool run(bool transposed);

 private:
  static constexpr bool kDouble = std::is_same_v<T, double>;
  template <class Body>
  double median(Body body) {
    return device_times(context_, kBatch, [&](int) { body(); }).median;
  }
  void invert() {
    GPUINV_CUDA(kernels::launch_invert_diagonal_blocks(
        context_.launch(), triangle(), inverse_.data(), bad_.data()));
  }
  void solve(bool transposed) {
    const kernels::Launch& launch = context_.launch();
    GPUINV_CUDA(
        cudaMemsetAsync(x_.data(), 0xff, n_ * sizeof(T), launch.stream));
    GPUINV_CUDA(
        cudaMemsetAsync(ticket_.data(), 0xff, sizeof(int), launch.stream));
    GPUINV_CUDA(kernels::launch_triangular_solve(
        launch, triangle(), inverse_.data(), transposed, b_.data(), x_.data(),
        ticket_.data()));
  }
  void trsv(cublasOperation_t op) {
    GPUINV_CUBLAS(GPUINV_CUBLAS_ROUTINE(T, trsv)(
        context_.cublas(), CUBLAS_FILL_MODE_LOWER, op, CUBLAS_DIAG_NON_UNIT, n_,
        l_.data(), n_, solve_.data(), 1));
  }
  void trsm(cublasOperation_t op) {
    const T one = 1;
    GPUINV_CUBLAS(GPUINV_CUBLAS_ROUTINE(T, trsm)(
        context_.cublas(), CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, op,
        CUBLAS_DIAG_NON_UNIT, n_, 1, &one, l_.data(), n_, solve_.data(), n_));
  }
  kernels::Triangle<T> triangle() const {
    return {n_, l_.data(), static_cast<std::size_t>(n_), false};
  }

  Context& context_;
  int n_;
  std::vector<T> host_, b_host_;
  DeviceBuffer<T> l_, b_, inverse_, x_, solve_;
  DeviceBuffer<int> ticket_, bad_;
};

template <class T>
bool Bench<T>::run(bool transposed) {
  const cublasOperation_t op = transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
  const double inverted = median([&] { invert(); });
  const double own = median([&] { solve(transposed); });
  std::vector<T> x(n_);
  GPUINV_CUDA(cudaMemcpyAsync(x.data(), x_.data(), n_ * sizeof(T),
                              cudaMemcpyDeviceToHost, context_.stream()));
  context_.synchronize();
  const double error = backward_error(host_, transposed, x, b_host_);
  const auto from_b = [&] {
    GPUINV_CUDA(cudaMemcpyAsync(solve_.data(), b_.data(), n_ * sizeof(T),
                                cudaMemcpyDeviceToDevice, context_.stream()));
  };
  const double by_trsv = median([&] { from_b(), trsv(op); });
  const double by_trsm = median([&] { from_b(), trsm(op); });
  const double bytes = 0.5 * sizeof(T) * n_ * (n_ + 1.0);
  std::printf("%-6s %6d %-2s %9.1f %9.1f %9.1f %9.1f %8.1f %8.1f %9.2g\n",
              kDouble ? "double" : "single", n_, transposed ? "L'" : "L",
              inverted, own, by_trsv, by_trsm, by_trsv / own,
              1e-3 * bytes / own, error);
  std::fflush(stdout);
  return error <= n_;
}

bool run(const std::vector<int>& sizes) {
  Context context(0);
  std::printf("%-6s %6s %-2s %9s %9s %9s %9s %8s %8s %9s\n", "type", "n", "op",
              "invert us", "own us", "TRSV us", "TRSM us", "TRSV/own", "GB/s",
              "err/eps");
  bool good = true;
  for (const int n : sizes) {
    Bench<double> of_double(context, n);
    Bench<float> of_float(context, n);
    for (const bool transposed : {false, true}) {
      good = of_double.run(transposed) && good;
      good = of_float.run(transposed) && good;
    }
  }
  return good;
}

}  // namespace
}  // namespace gpuinv::bench

int main(int argc, char** argv) {
  std::vector<int> sizes;
  for (int a = 1; a < argc; a++) sizes.push_back(std::atoi(argv[a]));
  if (sizes.empty()) sizes = {256, 1000, 2000, 4000, 8000};
  return gpuinv::bench::status_on_device(
      "bench_triangle", [&] { return gpuinv::bench::run(sizes) ? 0 : 1; });
}
