// test_interior.cpp (interior point method on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

// Random linear programs with and without an optimum: the statuses must be the
// host's, and points are judged by the problem alone.  Without a device the
// exit status is 77, or a failure if GPUINV_REQUIRE_GPU=1.

#include <check.h>
#undef fail  // a function of ours has this name

#include <cmath>
#include <cstdio>
#include <limits>

#include "libgpuinv/device/device_interior.hpp"
#include "libgpuinv/device/device_normal.hpp"
#include "libgpuinv/interior/interior_point.hpp"
#include "libgpuinv/interior/measures.hpp"
#include "tests/kernels/random_data.hpp"
#include "tests/kernels/run_on_device.hpp"
#include "tests/libgpuinv/host_solver.hpp"
#include "tests/libgpuinv/seed.hpp"

namespace gpuinv::tests {
namespace {

using device::Context;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

enum class Kind { kBounded, kInfeasible, kUnbounded };
constexpr struct {
  int m, n;
  Kind kind;
} kProblems[] = {{1, 3, Kind::kBounded},      {10, 20, Kind::kBounded},
                 {40, 30, Kind::kBounded},    {100, 300, Kind::kBounded},
                 {300, 500, Kind::kBounded},  {10, 20, Kind::kInfeasible},
                 {60, 50, Kind::kInfeasible}, {10, 20, Kind::kUnbounded},
                 {60, 90, Kind::kUnbounded}};
constexpr int kProblemCount = sizeof kProblems / sizeof kProblems[0];

// The sparse form comes last, because cuDSS may be absent.
constexpr struct {
  NormalKind form;
  Precision precision;
} kWays[] = {{NormalKind::kDense, Precision::kDouble},
             {NormalKind::kPacked, Precision::kDouble},
             {NormalKind::kDense, Precision::kMixed},
             {NormalKind::kPacked, Precision::kMixed},
             {NormalKind::kSparse, Precision::kDouble}};
constexpr int kWayCount = sizeof kWays / sizeof kWays[0];

// Makes rows of all kinds around A*x for a point x between bounds of all kinds;
// the costs belong to multipliers y and reduced costs that fit.
InteriorLp bounded_lp(Random& random, int m, int n) {
  InteriorLp lp;
  lp.m = m;
  lp.n = n;
  lp.start.push_back(0);
  const std::vector<double> y = random.vector(m);
  std::vector<double> activity(m, 0.0);
  for (int j = 0; j < n; j++) {
    const double x = random.value();
    const bool free = random.below(8) == 0;
    lp.lower.push_back(free ? -kInfinity : x - (j % 3 == 0 ? 0.0 : 0.5));
    lp.upper.push_back(free || random.below(2) == 0 ? kInfinity : x + 1.0);
    lp.c.push_back(free || j % 3 != 0 ? 0.0 : std::fabs(random.value()));
    for (const int i :
         random.indices(m, std::min(m, 1 + random.below(j % 9 == 0 ? m : 4)))) {
      lp.row.push_back(i);
      lp.value.push_back(random.value());
      activity[i] += lp.value.back() * x;
      lp.c.back() += lp.value.back() * y[i];
    }
    lp.start.push_back(static_cast<int>(lp.row.size()));
  }
  for (int i = 0; i < m; i++) {
    // y > 0 belongs to a lower bound, y < 0 to an upper one
    const bool range = i % 4 == 0, equal = i % 4 == 1;
    lp.row_lower.push_back(y[i] > 0 || range || equal
                               ? activity[i] - (y[i] > 0 || equal ? 0.0 : 1.0)
                               : -kInfinity);
    lp.row_upper.push_back(y[i] < 0 || range || equal
                               ? activity[i] + (y[i] < 0 || equal ? 0.0 : 1.0)
                               : kInfinity);
  }
  return lp;
}

InteriorLp problem(int which) {
  const auto& p = kProblems[which];
  Random random(::testing::seed() + which);
  InteriorLp lp = bounded_lp(random, p.m, p.n);
  if (p.kind == Kind::kInfeasible) {
    // two rows with the same columns that no x satisfies
    InteriorLp more = lp;
    more.m = lp.m + 2;
    more.row.clear();
    more.value.clear();
    for (int j = 0; j < lp.n; j++) {
      const double a = random.value();
      for (int t = lp.start[j]; t < lp.start[j + 1]; t++) {
        more.row.push_back(lp.row[t]);
        more.value.push_back(lp.value[t]);
      }
      for (const int i : {lp.m, lp.m + 1}) {
        more.row.push_back(i);
        more.value.push_back(a);
      }
      more.start[j + 1] = static_cast<int>(more.row.size());
    }
    more.row_lower.insert(more.row_lower.end(), {-kInfinity, 1.0});
    more.row_upper.insert(more.row_upper.end(), {0.0, kInfinity});
    return more;
  }
  if (p.kind == Kind::kUnbounded) {
    // x_0 + x_1 may grow together: opposite columns, negative costs
    for (int side = 0; side < 2; side++) {
      for (const int i : {0, lp.m / 2, lp.m - 1}) {
        lp.row.push_back(i);
        lp.value.push_back(side == 0 ? 1.0 + i : -1.0 - i);
      }
      lp.start.push_back(static_cast<int>(lp.row.size()));
      lp.lower.push_back(0.0);
      lp.upper.push_back(kInfinity);
      lp.c.push_back(-1.0);
      lp.n++;
    }
  }
  return lp;
}

InteriorSolution run(InteriorSolver& solver) {
  while (solver.step()) {
  }
  return solver.solution();
}

InteriorSolution solve_on_host(const InteriorLp& lp) {
  return run(*testing::host_solver(lp, InteriorControl()));
}

InteriorSolution solve_on_device(const InteriorLp& lp, NormalKind form,
                                 Precision precision) {
  const auto context = std::make_shared<Context>(0);
  const MethodFactory factory = [&](const BoundedForm& bounded,
                                    const Norms& norms) {
    const auto matrix = std::make_shared<const device::DeviceMatrix>(
        *context, bounded.matrix());
    return device::create_device_interior(
        context, bounded, matrix,
        device::create_device_normal({context}, bounded.matrix(), matrix,
                                     {form, precision, false}),
        norms, 3);
  };
  InteriorPoint solver(checked(lp), InteriorControl(), factory,
                       InteriorPoint::Purpose::kSolve);
  return run(solver);
}

// Only plain numbers, so that no object is alive when an assertion jumps.
struct Outcome {
  int host, device;
  double host_objective, device_objective;
  Measures measures;
  char text[256];
};

Outcome compare(int which, NormalKind form, Precision precision) {
  Outcome outcome = {};
  try {
    const InteriorLp lp = problem(which);
    const InteriorSolution host = solve_on_host(lp);
    const InteriorSolution here = solve_on_device(lp, form, precision);
    outcome.host = static_cast<int>(host.status);
    outcome.device = static_cast<int>(here.status);
    outcome.host_objective = host.objective;
    outcome.device_objective = here.objective;
    outcome.measures =
        measure(lp, gpuinv::Equilibration(), here.column_value, here.row_dual);
  } catch (const std::exception& error) {
    std::snprintf(outcome.text, sizeof outcome.text, "%s", error.what());
  }
  return outcome;
}

START_TEST(as_on_the_host) {
  const int which = _i % kProblemCount;
  const auto& way = kWays[_i / kProblemCount];
  const Outcome o = compare(which, way.form, way.precision);
  ck_assert_msg(o.text[0] == '\0', "problem %d: %s", which, o.text);
  const InteriorStatus expected[] = {InteriorStatus::kOptimal,
                                     InteriorStatus::kPrimalInfeasible,
                                     InteriorStatus::kDualInfeasible};
  const int kind = static_cast<int>(kProblems[which].kind);
  ck_assert_int_eq(o.host, static_cast<int>(expected[kind]));
  ck_assert_int_eq(o.device, o.host);
  if (kProblems[which].kind != Kind::kBounded) return;
  ck_assert(o.measures.within(1e-8));
  ck_assert_double_le(std::fabs(o.device_objective - o.host_objective),
                      2e-8 * (1.0 + std::fabs(o.host_objective)));
}
END_TEST

std::vector<Suite*> suites() {
  std::printf("GPUINV_SEED=%u\n", ::testing::seed());
  Suite* suite = suite_create("interior point, device");
  TCase* cases = tcase_create("device");
  tcase_set_timeout(cases, 600);
  const bool sparse = device::offers_sparse();
  if (!sparse) std::puts("no cuDSS: the sparse form is not tested");
  const int ways = sparse ? kWayCount : kWayCount - 1;
  tcase_add_loop_test(cases, as_on_the_host, 0, kProblemCount * ways);
  suite_add_tcase(suite, cases);
  return {suite};
}

}  // namespace
}  // namespace gpuinv::tests

int main() {
  using namespace gpuinv::tests;
  return run_on_device("test_interior", suites);
}
