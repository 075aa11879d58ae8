// test_rounds.cpp (pivots of the compact tableau against the host)
// SPDX-License-Identifier: GPL-3.0-or-later

// Without a device the exit status is 77 (SKIP to automake), or a failure if
// GPUINV_REQUIRE_GPU=1.

#include <check.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <vector>

#include "tests/bench/rounds_device.hpp"
#include "tests/kernels/device_array.hpp"
#include "tests/kernels/random_data.hpp"
#include "tests/kernels/run_on_device.hpp"
#include "tests/libgpuinv/seed.hpp"
#include "tests/literature/rounds/rounds.hpp"

namespace gpuinv::tests {
namespace {

using device::Context;
namespace rounds = kernels::rounds;

struct Shape {
  int rows, columns;
};
constexpr Shape kShapes[] = {{2, 2},     {7, 33},    {6, 32},
                             {257, 300}, {1025, 64}, {500, 501}};
constexpr int kShapeCount = sizeof kShapes / sizeof kShapes[0];

struct Verdict {
  double error = HUGE_VAL;  // over |T_ij| + |T_ik line_j|
  long outside = 0, ratios = 0;
  char thrown[200] = "";
};

long wrong_ratios(const std::vector<double>& t, const Shape& s, int k,
                  const std::vector<double>& theta) {
  long wrong = 0;
  for (int i = 0; i < s.rows; i++) {
    const double* row = t.data() + static_cast<std::size_t>(i) * s.columns;
    const bool counts = i > 0 && row[k] > rounds::kTolerance;
    wrong += theta[i] != (counts ? row[0] / row[k] : HUGE_VAL);
  }
  return wrong;
}

Verdict one_pivot(const Shape& s, unsigned seed) {
  Random random(seed);
  const std::vector<double> t =
      random.vector(static_cast<std::size_t>(s.rows) * s.columns);
  const int r = 1 + random.below(s.rows - 1), k = random.below(s.columns);
  std::vector<double> wanted = t;
  rounds::pivot_on_host(s.rows, s.columns, r, k, wanted.data());

  Context context(0);
  DeviceArray a(context, t), column(context, s.rows), theta(context, s.rows),
      line(context, s.columns);
  const rounds::Tableau tableau{s.rows, s.columns, a.data()};
  const double pivot = t[static_cast<std::size_t>(r) * s.columns + k];
  const kernels::Launch& launch = context.launch();
  GPUINV_CUDA(
      rounds::launch_ratios(launch, tableau, k, column.data(), theta.data()));
  Verdict v;
  v.ratios = wrong_ratios(t, s, k, theta.values());
  GPUINV_CUDA(rounds::launch_line(launch, tableau, r, pivot, column.data(),
                                  line.data()));
  GPUINV_CUDA(
      rounds::launch_basis(launch, tableau, column.data(), line.data()));
  GPUINV_CUDA(rounds::launch_column(launch, tableau, k, pivot, column.data()));
  const std::vector<double> got = a.values();
  v.error = 0.0;
  for (int i = 0; i < s.rows; i++) {
    const double* row = t.data() + static_cast<std::size_t>(i) * s.columns;
    const double* pivot_row =
        t.data() + static_cast<std::size_t>(r) * s.columns;
    for (int j = 0; j < s.columns; j++) {
      const std::size_t at = static_cast<std::size_t>(i) * s.columns + j;
      const double size =
          j == k || i == r
              ? std::fabs(wanted[at])
              : std::fabs(row[j]) + std::fabs(row[k] * pivot_row[j] / pivot);
      const double e = std::fabs(got[at] - wanted[at]) / size;
      if (!(e <= v.error)) v.error = e;  // NaN is the worst
    }
  }
  v.outside = a.outside() + column.outside() + theta.outside() + line.outside();
  return v;
}

START_TEST(pivots_like_the_host) {
  Verdict v;
  try {
    v = one_pivot(kShapes[_i], testing::seed() + _i);
  } catch (const std::exception& error) {
    std::snprintf(v.thrown, sizeof v.thrown, "%s", error.what());
  }
  ck_assert_msg(v.thrown[0] == '\0', "%s", v.thrown);
  ck_assert_msg(v.outside == 0, "%ld numbers outside", v.outside);
  ck_assert_msg(v.ratios == 0, "%ld wrong ratios", v.ratios);
  ck_assert_msg(v.error <= 1e-12, "error %g", v.error);
}
END_TEST

// max 3 x + 5 y, x <= 4, 2 y <= 12, 3 x + 2 y <= 18: the optimum is 36 at (2,
// 6).
START_TEST(solves) {
  const std::vector<double> t = {0, -3, -5, 4, 1, 0, 12, 0, 2, 18, 3, 2};
  const bench::RoundsResult host = bench::rounds_on_host(3, 2, t, 10);
  ck_assert(host.optimal && std::fabs(host.objective - 36) < 1e-12);
  bench::RoundsResult device;
  try {
    Context context(0);
    device = bench::rounds_on_device(context, 3, 2, t, 10);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  ck_assert(device.optimal && std::fabs(device.objective - 36) < 1e-12);
  ck_assert_int_eq(device.pivots, host.pivots);
}
END_TEST

Suite* rounds_suite() {
  Suite* suite = suite_create("tableau with round trips");
  TCase* tcase = tcase_create("pivots");
  tcase_add_loop_test(tcase, pivots_like_the_host, 0, kShapeCount);
  tcase_add_test(tcase, solves);
  suite_add_tcase(suite, tcase);
  return suite;
}

}  // namespace
}  // namespace gpuinv::tests

int main() {
  return gpuinv::tests::run_on_device(
      "test_rounds", [] { return std::vector{gpuinv::tests::rounds_suite()}; });
}
