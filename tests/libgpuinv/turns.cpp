// turns.cpp (the simplex solver's reaction to a tableau, and to noise)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "turns.hpp"

#include <algorithm>
#include <cmath>

#include "libgpuinv/simplex/rules.hpp"
#include "libgpuinv/simplex/simplex.hpp"
#include "tests/kernels/tableau_lp.hpp"

using gpuinv::tests::TableauLp;

namespace {

constexpr int kRows = 16;

// All basic variables are 1, or where nonbasic ones are not all zero, a share
// of them is `moved`.  The primal method makes a pivot, then finds no good ones
// and ends with `end`.
class MadeUp final : public gpuinv::Tableau {
 public:
  std::size_t bytes_needed(int, int, std::size_t) override { return 0; }
  int most_pending(int, int) override { return 1; }
  bool build(const gpuinv::WorkingLp& lp,
             const gpuinv::SimplexBasis&) override {
    built++;
    columns_ = lp.n - lp.m;
    return true;
  }
  void push(const gpuinv::SimplexState& state) override { pushed = state; }
  void pull(gpuinv::SimplexState&) override {}
  gpuinv::Batch primal(int, const gpuinv::Tolerances&) override {
    return {end, called++ == 0 ? 1 : 0, 0, 0, 0};
  }
  gpuinv::Batch dual(int, const gpuinv::Tolerances&, gpuinv::Steps) override {
    return {};
  }
  void multiply(const double* z, double* y, const double* w,
                double* v) override {
    std::fill_n(y, kRows, 1);
    if (std::any_of(z, z + columns_, [](double x) { return x != 0.0; }))
      std::fill_n(y, moved_rows, moved);
    if (w != nullptr) std::fill_n(v, columns_, 0.0);
  }

  gpuinv::SimplexState pushed;
  gpuinv::Stop end = gpuinv::Stop::kPoorPivot;
  int built = 0, called = 0;
  double moved = 1.0;
  int moved_rows = 0;

 private:
  int columns_ = 0;
};

// x_i + x_n = 1; every other x_i has a lower bound, the rest an upper one, and
// `at` of them are at their bound.  x_n >= 0 shall grow.
TableauLp make_lp(int at) {
  TableauLp made;
  for (int i = 0; i < kRows; i++) {
    made.basis.basic.push_back(i);
    made.matrix->ind.push_back(i);
    made.matrix->ptr.push_back(i + 1);
    const double away = i < at ? 0.0 : 1.0;
    made.lp.l.push_back(i % 2 == 0 ? 1.0 - away : -HUGE_VAL);
    made.lp.u.push_back(i % 2 == 0 ? HUGE_VAL : 1.0 + away);
  }
  for (int i = 0; i < kRows; i++) made.matrix->ind.push_back(i);
  made.matrix->ptr.push_back(2 * kRows);
  made.matrix->val.assign(2 * kRows, 1.0);
  made.lend(0);
  made.lp.m = kRows;
  made.lp.n = kRows + 1;
  made.lp.b.assign(kRows, 1.0);
  made.lp.c.assign(kRows, 0.0);
  made.lp.c.push_back(-1.0);
  made.lp.l.push_back(0.0);
  made.lp.u.push_back(HUGE_VAL);
  made.basis.nonbasic = {kRows};
  made.basis.at = {gpuinv::At::kLower};
  return made;
}

// x_i minus its share of `boxed` columns is 2, x_i >= lower; those are to grow
// from 0 to at most `most`.
TableauLp make_boxed_lp(int boxed, double lower, double most) {
  TableauLp made;
  for (int k = 0; k < kRows + boxed; k++) {
    made.matrix->ind.push_back(k % kRows);
    made.matrix->val.push_back(k < kRows ? 1.0 : -1.0);
    made.matrix->ptr.push_back(k + 1);
    made.lp.c.push_back(k < kRows ? 0.0 : -1.0);
    made.lp.l.push_back(k < kRows ? lower : 0.0);
    made.lp.u.push_back(k < kRows ? HUGE_VAL : most);
    if (k < kRows)
      made.basis.basic.push_back(k);
    else
      made.basis.nonbasic.push_back(k);
  }
  made.lend(0);
  made.lp.m = kRows;
  made.lp.n = kRows + boxed;
  made.lp.b.assign(kRows, 2.0);
  made.basis.at.assign(boxed, gpuinv::At::kLower);
  return made;
}

gpuinv::SimplexControl control(int pivots) {
  return {1e-7, 1e-7, 1e-9, pivots, {}, nullptr};
}

}  // namespace

// With no pivot allowed, the first state is the last.  No variable is at an
// infinite bound.
START_TEST(degenerate_starts_are_perturbed) {
  for (int at = 0; at <= kRows; at++) {
    const TableauLp made = make_lp(at);
    MadeUp tableau;
    gpuinv::solve_simplex(tableau, made.lp, made.basis, control(0));
    bool moved = false;
    for (int i = 0; i < kRows; i++)
      moved |= tableau.pushed.basic_lower[i] != made.lp.l[i] ||
               tableau.pushed.basic_upper[i] != made.lp.u[i];
    ck_assert_msg(moved == (at > kRows / 8), "%d of %d rows", at, kRows);
  }
}
END_TEST

// Returns whether all columns of the LP begin at their upper bounds with their
// own costs; if not, all must be at the lower ones with other costs.
bool all_flip(const TableauLp& made) {
  MadeUp tableau;
  gpuinv::solve_simplex(tableau, made.lp, made.basis, control(0));
  const gpuinv::SimplexState& s = tableau.pushed;
  int flips = 0;
  for (std::size_t j = 0; j < s.at.size(); j++) {
    const bool flip = s.at[j] == gpuinv::At::kUpper;
    ck_assert(flip ? s.d[j] < 0.0 : s.d[j] > 0.0);
    flips += flip;
  }
  ck_assert(flips == 0 || flips == static_cast<int>(s.at.size()));
  return flips > 0;
}

// The dual method starts dual feasible, by flips if there are no more of them
// than rows, or so many that long steps take back those that were in vain.
START_TEST(boxed_columns_flip) {
  for (const int boxed : {1, kRows, 25 * kRows})
    ck_assert_msg(all_flip(make_boxed_lp(boxed, 3.0, 1.0)), "%d columns",
                  boxed);
  for (const int boxed : {kRows + 1, 3 * kRows})
    ck_assert_msg(!all_flip(make_boxed_lp(boxed, 3.0, 1.0)), "%d columns",
                  boxed);
}
END_TEST

// With x_i <= 3 a row says that none of its columns is above 1: no flip there.
START_TEST(no_flips_to_implied_bounds) {
  for (const int boxed : {1, kRows, 25 * kRows}) {
    TableauLp made = make_boxed_lp(boxed, 3.0, 1.0);
    for (int i = 0; i < kRows; i++) made.lp.u[i] = 3.0;
    ck_assert(!all_flip(made));
    for (int i = 0; i < kRows; i++) made.lp.u[i] = 3.5;
    ck_assert(all_flip(made));
  }
}
END_TEST

START_TEST(no_flips_to_far_bounds) {
  ck_assert(all_flip(make_boxed_lp(1, 3.0, 1e6)));
  ck_assert(!all_flip(make_boxed_lp(1, 3.0, 1e10)));
}
END_TEST

// Returns whether the dual method solves the LP, whose first `free` of 10
// columns have no upper bound, from its primal feasible start: if so, the other
// columns flip.
bool dual_goes_first(int free, int moved_rows, double obj_ul = HUGE_VAL) {
  TableauLp made = make_boxed_lp(10, 0.0, 1.0);
  for (int j = 0; j < free; j++) made.lp.u[kRows + j] = HUGE_VAL;
  MadeUp tableau;
  tableau.moved = -1.0;
  tableau.moved_rows = moved_rows;
  gpuinv::SimplexControl limits = control(0);
  limits.obj_ul = obj_ul;
  gpuinv::solve_simplex(tableau, made.lp, made.basis, limits);
  return tableau.pushed.at[9] == gpuinv::At::kUpper;
}

START_TEST(feasible_starts_flip_where_that_pays) {
  ck_assert(dual_goes_first(0, 0));
  ck_assert(dual_goes_first(0, kRows / 2));
  ck_assert(!dual_goes_first(0, kRows));      // x_B is far outside its bounds
  ck_assert(!dual_goes_first(8, 0));          // few columns can flip
  ck_assert(!dual_goes_first(0, 0, 1000.0));  // a node of branch and bound
}
END_TEST

// Candidates are refused twice in the first tableau and twice in a new one;
// then the method ends.
START_TEST(poor_pivots_call_for_a_new_tableau) {
  const TableauLp made = make_lp(0);
  MadeUp tableau;
  const auto result =
      gpuinv::solve_simplex(tableau, made.lp, made.basis, control(100));
  ck_assert_int_eq(tableau.built, 2);
  ck_assert_int_eq(tableau.called, 4);
  ck_assert_int_eq(result.pivots, 1);
  ck_assert_int_eq(result.claim, GPUINV_CLAIM_NONE);
}
END_TEST

// An updated tableau that shows no pivot is built again before it is believed.
START_TEST(claims_are_made_of_a_new_tableau) {
  const TableauLp made = make_lp(0);
  MadeUp tableau;
  tableau.end = gpuinv::Stop::kNoPivot;
  const auto result =
      gpuinv::solve_simplex(tableau, made.lp, made.basis, control(100));
  ck_assert_int_eq(tableau.built, 2);
  ck_assert_int_eq(tableau.called, 2);
  ck_assert_int_eq(result.claim, GPUINV_CLAIM_UNBOUNDED);
}
END_TEST

// A NaN must not vanish, because it reveals a fault.
START_TEST(only_noise_is_dropped) {
  using gpuinv::rules::kNoise;
  using gpuinv::rules::without_noise;
  for (const double sign : {1.0, -1.0}) {
    ck_assert(without_noise(sign * 0.5 * kNoise) == 0.0);
    ck_assert(without_noise(sign * 2.0 * kNoise) == sign * 2.0 * kNoise);
    ck_assert(std::isinf(without_noise(sign * HUGE_VAL)));
  }
  ck_assert(std::isnan(without_noise(NAN)));
}
END_TEST

TCase* turn_cases() {
  TCase* cases = tcase_create("turns");
  tcase_add_test(cases, degenerate_starts_are_perturbed);
  tcase_add_test(cases, boxed_columns_flip);
  tcase_add_test(cases, no_flips_to_implied_bounds);
  tcase_add_test(cases, no_flips_to_far_bounds);
  tcase_add_test(cases, feasible_starts_flip_where_that_pays);
  tcase_add_test(cases, poor_pivots_call_for_a_new_tableau);
  tcase_add_test(cases, claims_are_made_of_a_new_tableau);
  tcase_add_test(cases, only_noise_is_dropped);
  return cases;
}
