// weights.cpp (steepest edge weights of the host's tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "weights.hpp"

#include <cmath>
#include <random>

#include "libgpuinv/host/host_inverse_tableau.hpp"
#include "libgpuinv/host/host_tableau.hpp"
#include "tests/kernels/tableau_cases.hpp"

namespace rules = gpuinv::rules;
using gpuinv::HostInverseTableau;
using gpuinv::HostTableau;
using gpuinv::tests::make_lp;
using gpuinv::tests::run_bases;
using gpuinv::tests::Start;

// Weights updated through 40 pivots equal weights computed again at each: the
// same candidates are chosen.
START_TEST(weights_come_along) {
  const bool dual = _i % 2 != 0;
  const auto lp =
      make_lp(100 + _i, 40 + 7 * _i, 90 - 6 * _i, Start::kGeneral, dual);
  HostTableau tableau;
  HostInverseTableau inverse;
  for (gpuinv::Tableau* t : {static_cast<gpuinv::Tableau*>(&tableau),
                             static_cast<gpuinv::Tableau*>(&inverse)}) {
    const auto anew = run_bases(*t, lp, dual, 40);
    const auto along = run_bases(*t, lp, dual, 40, 40);
    ck_assert_uint_ge(anew.size(), 10);
    ck_assert(anew.back() == along.back());
  }
}
END_TEST

// Over many vectors x, |sum_k x_k*sign_k|^2/kSketch has the mean ||x||^2 and
// the standard deviation sqrt(2/kSketch) relative to it, if signs are as good
// as random.  With 2000 vectors the mean is within 6 standard errors.
START_TEST(sketches_measure_norms) {
  constexpr int kVectors = 2000, kLength = 50;
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  double sum = 0.0, squares = 0.0;
  for (int v = 0; v < kVectors; v++) {
    double y[rules::kSketch] = {}, norm = 0.0, sketch = 0.0;
    for (int k = 0; k < kLength; k++) {
      const double x = normal(random);
      const unsigned bits = rules::sketch_bits(v * kLength + k);
      norm += x * x;
      for (int t = 0; t < rules::kSketch; t++)
        y[t] += x * rules::sketch_sign(bits, t);
    }
    for (const double x : y) sketch += x * x / rules::kSketch;
    sum += sketch / norm;
    squares += std::pow(sketch / norm - 1.0, 2);
  }
  const double deviation = std::sqrt(2.0 / rules::kSketch);
  ck_assert_double_le(std::fabs(sum / kVectors - 1.0),
                      6.0 * deviation / std::sqrt(kVectors));
  ck_assert_double_le(std::sqrt(squares / kVectors), 1.15 * deviation);
}
END_TEST

TCase* weight_cases() {
  TCase* cases = tcase_create("weights");
  tcase_add_loop_test(cases, weights_come_along, 0, 8);
  tcase_add_test(cases, sketches_measure_norms);
  return cases;
}
