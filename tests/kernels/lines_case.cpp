// lines_case.cpp (products with rows and columns against a plain host loop)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cfloat>
#include <cmath>

#include "kernels/lines.hpp"
#include "libgpuinv/simplex/rules.hpp"
#include "tests/kernels/device_array.hpp"
#include "tests/kernels/kernel_cases.hpp"
#include "tests/kernels/random_data.hpp"

namespace gpuinv::tests {
namespace {

using device::Context;
using device::DeviceBuffer;
using kernels::Lines;
using rules::kSketch;

// An m by n matrix with an additional column, as rows and as columns.
struct Matrix {
  Matrix(Random& random, int rows, int columns)
      : m(rows),
        n(columns),
        ld(columns + 1),
        t(random.vector(rows * static_cast<std::size_t>(columns + 1))) {}
  Lines rows(const double* at) const {
    return kernels::row_lines(at, ld, m, n);
  }
  Lines columns(const double* at) const {
    return kernels::column_lines(at, ld, m, n);
  }
  int m, n;
  std::size_t ld;
  std::vector<double> t;
};

// Line i times x(h), and the sum of the sizes of its terms.
struct Sum {
  template <class X>
  Sum(const Lines& lines, int i, X x) {
    for (int h = 0; h < lines.length; h++) {
      const double term = lines.first[i * lines.step + h * lines.stride] * x(h);
      value += term;
      size += std::fabs(term);
    }
  }
  double value = 0.0, size = 0.0;
};

double sign(int id, int k) {
  return rules::sketch_sign(rules::sketch_bits(id), k);
}

void compare(DeviceArray& y, const Lines& lines, const std::vector<double>& x,
             KernelResult* result) {
  const std::vector<double> got = y.values();
  for (int i = 0; i < lines.count; i++) {
    const Sum want(lines, i, [&x](int h) { return x[h]; });
    result->unwritten += DeviceArray::is_poison(got[i]);
    const double error =
        std::fabs(got[i] - want.value) / (DBL_EPSILON * want.size);
    result->wrong += std::isnan(got[i]);
    result->error = std::fmax(result->error, error);
  }
  result->outside += y.outside();
}

// Counts numbers of sketches that differ by more than a float's precision.
long wrong_sketches(Context& context, Random& random, const Lines& host,
                    const Lines& lines) {
  std::vector<int> id(host.count), other(host.length);
  for (int& k : id) k = random.below(1 << 30);
  for (int& k : other) k = random.below(1 << 30);
  std::vector<float> scale(host.count);
  for (float& s : scale) s = static_cast<float>(random.value());
  const std::size_t numbers = host.count * std::size_t{kSketch};
  const DeviceBuffer<int> d_id = upload(context, id);
  const DeviceBuffer<int> d_other = upload(context, other);
  const DeviceBuffer<float> d_scale = upload(context, scale);
  DeviceBuffer<float> d_y = upload(context, std::vector<float>(numbers, NAN));
  GPUINV_CUDA(kernels::launch_line_sketches(context.launch(), lines,
                                            d_other.data(), d_id.data(),
                                            d_scale.data(), -0.75, d_y.data()));
  const std::vector<float> y = download(context, d_y, numbers);
  long wrong = 0;
  for (std::size_t e = 0; e < numbers; e++) {
    const int i = static_cast<int>(e / kSketch), k = e % kSketch;
    const Sum sum(host, i, [&](int h) { return sign(other[h], k); });
    const double want = scale[i] * (sign(id[i], k) - 0.75 * sum.value);
    const double size = std::fabs(scale[i]) * (1.0 + sum.size);
    wrong += !(std::fabs(y[e] - want) <=
               2 * FLT_EPSILON * std::fabs(want) + 1e-12 * size);
  }
  return wrong;
}

}  // namespace

// Computes both at once, and each alone.
KernelResult run_line_products(Context& context, unsigned seed, int m) {
  Random random(seed);
  const Matrix a(random, m, 2 * m / 3 + 1);
  const std::vector<double> z = random.vector(a.n), w = random.vector(m);
  DeviceArray t(context, a.t), d_z(context, z), d_w(context, w);
  KernelResult result;
  for (int which = 1; which <= 3; which++) {
    DeviceArray y(context, m), v(context, a.n);
    GPUINV_CUDA(kernels::launch_line_products(
        context.launch(),
        {a.rows(t.data()), d_z.data(), which & 1 ? y.data() : nullptr},
        {a.columns(t.data()), d_w.data(), which & 2 ? v.data() : nullptr}));
    if (which & 1) compare(y, a.rows(a.t.data()), z, &result);
    if (which & 2) compare(v, a.columns(a.t.data()), w, &result);
  }
  return result;
}

KernelResult run_line_sketches(Context& context, unsigned seed, int m) {
  Random random(seed);
  const Matrix a(random, m, 2 * m / 3 + 1);
  DeviceArray t(context, a.t);
  KernelResult result;
  result.wrong +=
      wrong_sketches(context, random, a.rows(a.t.data()), a.rows(t.data()));
  result.wrong += wrong_sketches(context, random, a.columns(a.t.data()),
                                 a.columns(t.data()));
  return result;
}

}  // namespace gpuinv::tests
