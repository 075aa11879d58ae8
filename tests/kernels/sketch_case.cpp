// sketch_case.cpp (sketch kernels against a plain host loop)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

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

std::vector<float> download(Context& context, const DeviceBuffer<float>& buffer,
                            std::size_t n) {
  std::vector<float> values(n);
  GPUINV_CUDA(cudaMemcpyAsync(values.data(), buffer.data(), n * sizeof(float),
                              cudaMemcpyDeviceToHost, context.stream()));
  context.synchronize();
  return values;
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

}  // namespace gpuinv::tests
