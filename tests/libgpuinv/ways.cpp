// ways.cpp (a device's engine and crossover, one after the other)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ways.hpp"

#include <cmath>

#include "libgpuinv/simplex/crossover_choice.hpp"
#include "libgpuinv/simplex/form.hpp"

// The engine begins, unless it would take far longer; crossover has a turn if
// the engine may take long.
START_TEST(turns_by_estimate) {
  using gpuinv::Form;
  const auto choose = [](int m, int n, std::size_t nnz) {
    return gpuinv::choose_form(Form::kAny, {m, n, nnz}, true);
  };
  const auto alone = [](const gpuinv::FormChoice& choice) {
    return choice.form == Form::kTableau && choice.other == Form::kNone &&
           std::isinf(choice.budget);
  };
  ck_assert(alone(choose(569, 56078, 402000)));  // rail582
  ck_assert(alone(choose(163, 28179, 297701)));  // us04
  ck_assert(alone(choose(664, 46958, 358000)));  // t0331-4l
  ck_assert(alone(choose(1968, 6370, 72000)));   // pilot87
  const auto dfl = choose(5983, 12177, 38000);   // 0.52 s
  ck_assert(dfl.form == Form::kTableau && dfl.other == Form::kCrossover);
  ck_assert(dfl.budget > 0.5 && dfl.budget < 1.5);
  const auto qap = choose(6330, 22907, 101000);  // qap15: 3.9 s, not 1.2
  ck_assert(qap.form == Form::kTableau && qap.other == Form::kCrossover);
  ck_assert(qap.budget > 0.5 && qap.budget < 2.0);
  gpuinv::Size coupled = {6330, 22907, 101000};
  coupled.coupled = 0.5;
  const auto at_once = gpuinv::choose_form(Form::kAny, coupled, true);
  ck_assert(at_once.form == Form::kCrossover);
  ck_assert(at_once.other == Form::kTableau);
  const auto south = choose(17667, 35370, 93000);  // southern1: 0.84 s
  ck_assert(south.form == Form::kInverse && south.other == Form::kCrossover);
  const auto pds = choose(47968, 156218, 340000);  // pds-30
  ck_assert(pds.form == Form::kCrossover && pds.other == Form::kInverse);
  ck_assert(std::isinf(pds.budget));
  const auto asked =
      gpuinv::choose_form(Form::kTableau, {47968, 156218, 340000}, true);
  ck_assert(asked.form == Form::kTableau && asked.other == Form::kNone);
}
END_TEST

// After the symbolic cost is known, the engine goes on if crossover would take
// more than twice the time that the engine has spent.
START_TEST(turns_by_exact_cost) {
  const gpuinv::Size size = {6330, 22907, 101000};
  const double pivot = gpuinv::tableau_seconds(size);
  const double engine = gpuinv::engine_seconds(size, pivot);
  const double face = gpuinv::face_seconds(size, pivot);
  ck_assert(gpuinv::turn_pays(size, pivot, 0.9 * (engine - face), 0.0));
  ck_assert(!gpuinv::turn_pays(size, pivot, 1.1 * (engine - face), 0.0));
  ck_assert(gpuinv::turn_pays(size, pivot, engine, engine + face));
  ck_assert(!gpuinv::turn_pays(size, pivot, 10.0 * engine, engine + face));
}
END_TEST

// Sizes, entries of L and the estimated seconds of the interior point method,
// and whether crossover was faster on an H200.
START_TEST(turns_end_where_crossover_is_clear) {
  const auto ends = [](int m, int n, std::size_t nnz, double nnz_l,
                       double seconds) {
    const gpuinv::Size size = {m, m + n, nnz};
    return gpuinv::ends_turn(size, gpuinv::inverse_seconds(size), nnz_l,
                             seconds);
  };
  ck_assert(ends(17667, 17703, 93238, 91161, 0.2));   // southern1: .76, 1.14 s
  ck_assert(ends(14400, 26400, 88600, 2.4e6, 0.28));  // planning: .43, 1.2
  ck_assert(ends(22117, 17732, 85695, 169695, 0.2));  // dispatch: .27, 1.6
  ck_assert(ends(24449, 16257, 229163, 4.46e6, 2.32));  // energy: 3.9, 4.6
  ck_assert(!ends(24617, 14230, 156712, 2.08e7, 1.0));  // 2.7, .41
  ck_assert(!ends(21930, 78720, 257850, 1.5e7, 0.5));   // flows: 1.0, .26
  ck_assert(!ends(8000, 48000, 104000, 1.03e7, 0.5));   // network: .38, .36
  ck_assert(!ends(17667, 17703, 93238, 91161, 3.0));    // slow iterations
}
END_TEST

TCase* way_cases() {
  TCase* cases = tcase_create("ways");
  tcase_add_test(cases, turns_by_estimate);
  tcase_add_test(cases, turns_by_exact_cost);
  tcase_add_test(cases, turns_end_where_crossover_is_clear);
  return cases;
}
