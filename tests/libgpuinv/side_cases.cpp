// side_cases.cpp (what is usual in a sample of an LP's solution)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <check.h>

#include <cmath>
#include <vector>

#include "crossover_testing.hpp"
#include "libgpuinv/crossover/sides.hpp"

namespace testing {
namespace {

constexpr double kMu = 1e-9;  // distance times reduced cost of each variable

// Costs c >= 0, values above 0, and no rows.
struct Sample {
  void add(double distance) {
    lp.l.push_back(0.0);
    lp.u.push_back(kInf);
    lp.c.push_back(kMu / distance);
    x.push_back(distance);
    lp.n++;
  }
  gpuinv::Usual usual() const { return gpuinv::usual_sizes(lp, x, lp.c); }

  WorkingLp lp{};
  std::vector<double> x;
};

// Distances of basic variables are spread over decades about `distance`, and
// reduced costs of the others about `cost`.
Sample sample(int basic, int others, double distance, double cost) {
  Sample s;
  for (int k = 0; k < basic; k++)
    s.add(distance * std::pow(10.0, uniform(-2.5, 2.5)));
  for (int k = 0; k < others; k++)
    s.add(kMu / (cost * std::pow(10.0, uniform(-1.0, 1.0))));
  return s;
}

// Their logarithms are as far apart as a median of few of them may be.
void check_usual(const Sample& s, double distance, double cost) {
  const gpuinv::Usual usual = s.usual();
  ck_assert_double_le(std::fabs(std::log10(usual.distance / distance)), 2.0);
  ck_assert_double_le(std::fabs(std::log10(usual.cost / cost)), 1.0);
}

// However few variables are basic, or are not, and whatever the units are.
START_TEST(usual_sizes_are_found) {
  const int basic[] = {10, 200, 1000, 1900, 1990};
  for (const double unit : {1.0, 1e3}) {
    Sample s = sample(basic[_i], 2000 - basic[_i], 30.0 * unit, 0.2 / unit);
    check_usual(s, 30.0 * unit, 0.2 / unit);
  }
}
END_TEST

// In Netlib's pilotnov one value in twenty is at a bound, and a quotient of
// 1e29 moved the middle into the other part, where it remained.
START_TEST(extreme_quotients_count_little) {
  Sample s = sample(1900, 100, 30.0, 0.2);
  s.add(1e10);
  check_usual(s, 30.0, 0.2);
}
END_TEST

// Without quotients, and where all are alike, units are 1 or those of the part
// that there is.
START_TEST(one_part_is_enough) {
  ck_assert_double_eq(Sample().usual().distance, 1.0);
  Sample s;
  for (int k = 0; k < 10; k++) s.add(2.0);
  ck_assert(std::isfinite(s.usual().distance) && s.usual().distance > 0.0);
  ck_assert(std::isfinite(s.usual().cost) && s.usual().cost > 0.0);
}
END_TEST

// A value that is not a number is at the bound that there is.
START_TEST(undefined_values_have_a_side) {
  Sample s;
  s.add(1.0);
  ck_assert(gpuinv::side_of(s.lp, 0, NAN) == gpuinv::At::kLower);
  ck_assert_double_eq(gpuinv::nearest_bound(s.lp, 0, NAN), 0.0);
}
END_TEST

}  // namespace

TCase* side_cases() {
  TCase* tcase = tcase_create("sides");
  tcase_add_loop_test(tcase, usual_sizes_are_found, 0, 5);
  tcase_add_test(tcase, extreme_quotients_count_little);
  tcase_add_test(tcase, one_part_is_enough);
  tcase_add_test(tcase, undefined_values_have_a_side);
  return tcase;
}

}  // namespace testing
