// infinity_case.cpp (tests of Cholesky-infinity)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/kernels/infinity_case.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "libgpuinv/device/context.hpp"
#include "tests/bench/infinite_factor.hpp"
#include "tests/bench/infinite_normal.hpp"
#include "tests/kernels/random_data.hpp"
#include "tests/libgpuinv/seed.hpp"

namespace gpuinv::tests {
namespace {

using device::Context;
using device::DeviceBuffer;

// Rows 0 and 1 are equal, so the second pivot is 0.
START_TEST(a_bad_pivot_is_infinite) {
  std::vector<double> a = {4, 2, 2, 2, 1, 1, 2, 1, 5};
  ck_assert_int_eq(bench::factorize_with_infinity(3, a.data(), 3), 1);
  const double root = std::sqrt(bench::kInfinitePivot);
  ck_assert_double_eq(a[0], 2.0);
  ck_assert_double_eq(a[4], root);
  ck_assert_double_eq(a[8], 2.0);
  std::vector<double> b = {6, 3, 7};  // S*(1, 0, 1)
  for (int k = 0; k < 3; k++) {
    b[k] /= a[3 * k + k];
    for (int i = k + 1; i < 3; i++) b[i] -= a[3 * k + i] * b[k];
  }
  for (int k = 2; k >= 0; k--) {
    for (int i = k + 1; i < 3; i++) b[k] -= a[3 * k + i] * b[i];
    b[k] /= a[3 * k + k];
  }
  ck_assert(std::fabs(b[0] - 1.0) < 1e-15);
  ck_assert(std::fabs(b[1]) < 1e-60);
  ck_assert(std::fabs(b[2] - 1.0) < 1e-15);
}
END_TEST

// m rows, 2m columns of a few entries, then a slack column per row.
struct Example {
  Example(int m, unsigned seed) : m(m) {
    Random random(seed);
    start.push_back(0);
    for (int j = 0; j < 3 * m; j++) {
      std::vector<double> column(m, 0.0);
      if (j < 2 * m)
        for (const int i : random.indices(m, std::min(m, 5)))
          column[i] = random.value();
      else
        column[j - 2 * m] = 1.0;
      for (int i = 0; i < m; i++) {
        if (column[i] == 0.0) continue;
        row.push_back(i);
        value.push_back(column[i]);
      }
      start.push_back(static_cast<int>(row.size()));
    }
    d.resize(start.size() - 1);
    for (double& e : d) e = std::fabs(random.value());
    x = random.vector(m);
  }
  ColumnMatrix a() const {
    return {m, static_cast<int>(d.size()), start.data(), row.data(),
            value.data()};
  }
  // Returns A*D*A'*y, and of absolute values.
  std::vector<double> apply(const std::vector<double>& y, bool sizes) const {
    std::vector<double> to(m, 0.0);
    const auto size = [&](double v) { return sizes ? std::fabs(v) : v; };
    for (std::size_t j = 0; j < d.size(); j++) {
      double sum = 0.0;
      for (int t = start[j]; t < start[j + 1]; t++)
        sum += size(value[t]) * size(y[row[t]]);
      for (int t = start[j]; t < start[j + 1]; t++)
        to[row[t]] += d[j] * sum * size(value[t]);
    }
    return to;
  }

  int m;
  std::vector<int> start, row;
  std::vector<double> value, d, x;
};

// Returns "", or the fault of a solve on the device.
std::string fault_of(int m) {
  const Example e(m, ::testing::seed() + m);
  const auto context = std::make_shared<Context>(0);
  const ColumnMatrix a = e.a();
  const auto matrix = std::make_shared<const device::DeviceMatrix>(*context, a);
  int infinite = 0;
  bench::InfiniteNormal normal(context, a, matrix, &infinite);
  DeviceBuffer<double> d, r, y;
  device::send(*context, e.d, &d);
  device::send(*context, std::vector<double>(m, 0.0), &r);
  const std::vector<double> b = e.apply(e.x, false);
  device::send(*context, b, &y);
  if (!normal.factorize(d.data(), r.data())) return "no factor";
  normal.solve(y.data());
  std::vector<double> got(m);
  GPUINV_CUDA(cudaMemcpyAsync(got.data(), y.data(), 8 * got.size(),
                              cudaMemcpyDeviceToHost, context->stream()));
  context->synchronize();
  if (infinite != 0) return "an infinite pivot of a definite S";
  const std::vector<double> left = e.apply(got, false);
  const std::vector<double> size = e.apply(got, true);
  const double permitted = 10.0 * m * std::numeric_limits<double>::epsilon();
  for (int i = 0; i < m; i++)
    if (!(std::fabs(left[i] - b[i]) <= permitted * (size[i] + std::fabs(b[i]))))
      return "row " + std::to_string(i) + " is not solved";
  return "";
}

START_TEST(solves_on_the_device) {
  constexpr int kSizes[] = {1, 2, 127, 128, 129, 300, 1000};
  char text[256] = "";
  try {
    for (const int m : kSizes) {
      const std::string fault = fault_of(m);
      if (text[0] == '\0' && !fault.empty())
        std::snprintf(text, sizeof text, "m = %d: %s", m, fault.c_str());
    }
  } catch (const std::exception& error) {
    std::snprintf(text, sizeof text, "%s", error.what());
  }
  ck_assert_msg(text[0] == '\0', "%s", text);
}
END_TEST

}  // namespace

TCase* infinity_case() {
  TCase* tcase = tcase_create("infinity");
  tcase_add_test(tcase, a_bad_pivot_is_infinite);
  tcase_add_test(tcase, solves_on_the_device);
  return tcase;
}

}  // namespace gpuinv::tests
