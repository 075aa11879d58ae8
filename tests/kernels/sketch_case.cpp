// sketch_case.cpp (sketch kernels against a plain host loop)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>

#include "kernels/sketch.hpp"
#include "libgpuinv/simplex/rules.hpp"
#include "tests/kernels/device_array.hpp"
#include "tests/kernels/kernel_cases.hpp"
#include "tests/kernels/random_data.hpp"

namespace gpuinv::tests {
namespace {

using device::Context;
using device::DeviceBuffer;
using rules::kSketch;

constexpr std::size_t kGuard = 64;

// Returns the rows of A as columns, some of which are empty; column numbers of
// A are below n.
Columns random_rows(Random& random, int count, int n) {
  Columns a(count);
  for (int i = 0; i < count; i++) {
    for (int length = random.below(10); length > 0; length--) {
      a.ind.push_back(random.below(n));
      a.val.push_back(random.value());
    }
    a.ptr.push_back(a.ind.size());
  }
  return a;
}

// Returns number k of row i of A times x, whose element (j, k) is x(j, k). Sums
// as the kernels do, for equal bits.
template <class Element>
double product(const Columns& a, int i, int k, Element x) {
  double sum = 0.0;
  for (std::size_t t = a.ptr[i]; t < a.ptr[i + 1]; t++)
    sum = std::fma(a.val[t], x(a.ind[t], k), sum);
  return sum;
}

void compare(DeviceArray& array, const std::vector<double>& want,
             KernelResult* result) {
  const std::vector<double> got = array.values();
  for (std::size_t e = 0; e < want.size(); e++) {
    result->unwritten += DeviceArray::is_poison(got[e]);
    result->wrong += got[e] != want[e];
  }
  result->outside += array.outside();
}

}  // namespace

KernelResult run_sketch(Context& context, unsigned seed, int count) {
  Random random(seed);
  const std::size_t n = static_cast<std::size_t>(count) * kSketch;
  std::vector<int> id(count);
  std::vector<float> scale(count), poison(n + 2 * kGuard, NAN);
  std::vector<double> product(n);
  for (int& k : id) k = random.below(1 << 30);
  for (float& s : scale) s = static_cast<float>(random.value());
  for (double& x : product) x = random.value();
  const DeviceBuffer<int> d_id = upload(context, id);
  const DeviceBuffer<float> d_scale = upload(context, scale);
  DeviceBuffer<float> d_y = upload(context, poison);
  const std::size_t all = kernels::even_count(count) * std::size_t{kSketch};
  DeviceArray d_product(context, product), d_g(context, all);
  GPUINV_CUDA(kernels::launch_sketch_signs(context.launch(), d_id.data(), count,
                                           d_g.data()));
  GPUINV_CUDA(kernels::launch_sketch_finish(context.launch(), d_id.data(),
                                            d_scale.data(), d_product.data(),
                                            -0.75, count, d_y.data() + kGuard));
  const std::vector<double> g = d_g.values();
  const std::vector<float> y = download(context, d_y, poison.size());
  KernelResult result;
  for (std::size_t e = 0; e < n; e++) {
    const double sign =
        rules::sketch_sign(rules::sketch_bits(id[e / kSketch]), e % kSketch);
    const float want = static_cast<float>(std::fma(-0.75, product[e], sign)) *
                       scale[e / kSketch];
    result.unwritten +=
        DeviceArray::is_poison(g[e]) || std::isnan(y[kGuard + e]);
    result.wrong += g[e] != sign || y[kGuard + e] != want;
  }
  for (std::size_t e = n; e < all; e++) result.wrong += g[e] != 0.0;
  for (std::size_t e = 0; e < kGuard; e++) {
    result.outside += !std::isnan(y[e]) || !std::isnan(y[kGuard + n + e]);
  }
  result.outside += d_g.outside();
  return result;
}

// Half of the columns of A are left out.
KernelResult run_sparse_sketch(Context& context, unsigned seed, int count) {
  Random random(seed);
  const int n = count, columns = 2 * count, even = kernels::even_count(count);
  const Columns a = random_rows(random, count, columns);
  const DeviceBuffer<std::size_t> start = upload(context, a.ptr);
  const DeviceBuffer<int> index = upload(context, a.ind);
  const DeviceBuffer<double> value = upload(context, a.val);
  std::vector<int> id(count);
  for (int& row : id) row = random.below(count);
  const DeviceBuffer<int> d_id = upload(context, id);
  const std::vector<double> x = random.vector(columns * std::size_t{kSketch});
  const std::size_t numbers = count * std::size_t{kSketch};
  DeviceArray d_x(context, x), d_products(context, numbers);
  DeviceArray d_rows(context, even * std::size_t{kSketch});
  const kernels::SparseRows d_a{start.data(), index.data(), value.data()};
  GPUINV_CUDA(kernels::launch_sketch_rows(context.launch(), d_a, n, count,
                                          d_rows.data()));
  GPUINV_CUDA(kernels::launch_sketch_products(context.launch(), d_a,
                                              d_id.data(), d_x.data(), count,
                                              d_products.data()));
  std::vector<double> rows, products;
  for (std::size_t e = 0; e < numbers; e++) {
    const int i = static_cast<int>(e / kSketch), k = e % kSketch;
    rows.push_back(product(a, i, k, [n](int j, int t) {
      return j < n ? rules::sketch_sign(rules::sketch_bits(j), t) : 0.0;
    }));
    products.push_back(product(
        a, id[i], k, [&x](int j, int t) { return x[j * kSketch + t]; }));
  }
  rows.resize(even * std::size_t{kSketch}, 0.0);
  KernelResult result;
  compare(d_rows, rows, &result);
  compare(d_products, products, &result);
  return result;
}

KernelResult run_sketch_scale(Context& context, unsigned seed, int count) {
  Random random(seed);
  const std::size_t n = count * std::size_t{kSketch};
  const std::vector<double> product = random.vector(n);
  std::vector<float> scale(count), poison(n + 2 * kGuard, NAN);
  for (float& s : scale) s = static_cast<float>(random.value());
  const DeviceBuffer<float> d_scale = upload(context, scale);
  DeviceBuffer<float> d_y = upload(context, poison);
  DeviceArray d_product(context, product);
  GPUINV_CUDA(kernels::launch_sketch_scale(context.launch(), d_scale.data(),
                                           d_product.data(), count,
                                           d_y.data() + kGuard));
  const std::vector<float> y = download(context, d_y, poison.size());
  KernelResult result;
  for (std::size_t e = 0; e < n; e++) {
    const float want = static_cast<float>(product[e]) * scale[e / kSketch];
    result.wrong += y[kGuard + e] != want;
  }
  for (std::size_t e = 0; e < kGuard; e++)
    result.outside += !std::isnan(y[e]) || !std::isnan(y[kGuard + n + e]);
  return result;
}

}  // namespace gpuinv::tests
