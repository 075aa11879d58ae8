// crossover_choice.cpp (whether interior point and crossover pay)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/crossover_choice.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "libgpuinv/base/machine.hpp"

namespace gpuinv {
namespace {

// Share of the estimated time of pushes that these take beside a device, whose
// host does nothing else: at most .45 on twelve LPs of many classes.  And how
// much shorter crossover must then seem than what the engine may take.
constexpr double kPushesNeeded = 0.4, kTurnGain = 1.5;

double items(const Size& size) {
  return static_cast<double>(size.nnz) + size.n;
}

int shorter_side(const Size& size) { return std::min(size.m, size.n - size.m); }

// More pivots per row are needed where far more columns than rows are to choose
// from.  Few demands need few pivots, but not in rows that L couples: a full
// triangle with as many elements as L has sqrt(2*nnz_l) rows.
double pivots(const Size& size, double nnz_l) {
  const double columns = size.n - size.m, rows = std::max(size.m, 1);
  const double wide = std::sqrt(columns / (machine::kUsualWidth * rows));
  const double many = machine::kPivotsPerRow * shorter_side(size) *
                      std::clamp(wide, 1.0, machine::kMostWide);
  const double coupled =
      std::sqrt(2.0 * nnz_l) / (machine::kCoupledRows * shorter_side(size));
  const double few = std::clamp(coupled, machine::kFewPivots, 1.0) * many;
  return std::clamp(machine::kPivotsPerDemand * size.demands, few, many);
}

double pivots_left(double expected, const SearchState& search) {
  return std::max({expected - search.made,
                   machine::kPivotsPerViolation * search.violations,
                   machine::kLastsOn * search.made});
}

double tableau_elements(const Size& size) {
  return static_cast<double>(size.m) * (size.n - size.m);
}

// Elements of a factor that fills up as L does.
double full(const Size& size, double nnz_l) {
  const double side = shorter_side(size);
  return std::min(nnz_l, 0.5 * side * side);
}

// The rows of inequalities that are not tight are those of basic slacks, which
// fill nothing.  Rows that are violated now will be tight.
double tight_share(const Size& size, int violations) {
  const double slack = (1.0 - machine::kTightShare) * size.loose;
  return std::max(size.m - slack, 1.0 * violations) / std::max(size.m, 1);
}

// Two elements in a tight row make a column the edge of a graph, and a basis a
// forest without fill: then this is 0.  From three on it is 1.
double cycles(const Size& size) {
  return std::clamp(size.tight_elements - 2.0, 0.0, 1.0);
}

// The pivots that were timed tell what the matrix costs.  But they were the
// first ones, and later the factors are fuller.
double pivot_seconds(const Size& size, double nnz_l = 0.0,
                     const SearchState& search = {}) {
  if (is_dense(size)) return machine::kDensePivotItem * tableau_elements(size);
  const double tight = tight_share(size, search.violations);
  const double fill =
      machine::kPivotFill * cycles(size) * tight * tight * full(size, nnz_l);
  return fill + (search.mean > 0.0 ? machine::kPivotGrowth * search.mean
                                   : machine::kPivotItem * items(size));
}

// S of the shorter side is full.
double dense_interior_seconds(const Size& size) {
  const double side = shorter_side(size), elements = tableau_elements(size);
  const double operations = side * elements + side * side * side / 3.0;
  return machine::kIterations *
         (operations / machine::kHost.dense_rate +
          machine::kHost.entry * elements + machine::kHost.column * size.n);
}

}  // namespace

bool is_dense(const Size& size) {
  return static_cast<double>(size.nnz) - size.m >=
         kDenseShare * tableau_elements(size);
}

double simplex_seconds(const Size& size, double nnz_l,
                       const SearchState& search) {
  const double expected =
      is_dense(size) ? machine::kDensePivots * size.n : pivots(size, nnz_l);
  return pivots_left(expected, search) *
         (search.pivot > 0.0 ? search.pivot
                             : pivot_seconds(size, nnz_l, search));
}

double push_seconds(const Size& size, double nnz_l) {
  const double columns = std::max(size.n - size.m, 1);
  const double tall = std::sqrt(std::max(size.m / columns, 1.0));
  return machine::kPushesPerRow * shorter_side(size) * tall *
         (machine::kPush + machine::kPushItem * items(size) +
          machine::kPushFill * cycles(size) * full(size, nnz_l));
}

// Before L is known the demands tell nothing.
bool crossover_may_pay(const Size& size, const SearchState& search) {
  if (is_dense(size))
    return machine::kClearGain * dense_interior_seconds(size) <
           simplex_seconds(size, 0.0, search);
  return has_searched_long(size, search) ||
         simplex_seconds({size.m, size.n, size.nnz}, 0.0,
                         {0, 0, search.mean}) >= machine::kShortSparseSolve;
}

bool has_searched_long(const Size& size, const SearchState& search) {
  return search.made * pivot_seconds(size) >= machine::kShortSparseSolve;
}

bool crossover_pays(const Size& size, double nnz_l, double interior_seconds,
                    const SearchState& search) {
  const bool guess =
      search.made > 0 && search.mean == 0.0 && search.pivot == 0.0;
  const double alone = simplex_seconds(size, nnz_l, search);
  return crossover_may_pay(size, search) && alone >= machine::kShortSolve &&
         (guess ? machine::kSomeGain : 1.0) *
                 (interior_seconds + push_seconds(size, nnz_l)) <
             alone;
}

bool is_same(const Size& a, const Size& b) {
  return a.m == b.m && a.n == b.n && a.nnz == b.nnz;
}

bool is_worth_a_look(const Declined& before, const SearchState& search) {
  const double later = has_searched_long(before.size, search) ? 1.9 : 3.5;
  return search.made >= later * before.made ||
         crossover_pays(before.size, before.nnz_l, before.seconds, search);
}

double engine_seconds(const Size& size, double pivot) {
  const double more =
      1.0 + machine::kEngineCoupled * size.coupled * size.coupled;
  return machine::kEnginePivotsPerRow * more * shorter_side(size) * pivot;
}

double face_seconds(const Size& size, double pivot) {
  return machine::kFacePivotsPerRow * shorter_side(size) * pivot;
}

// Elements of S: some for each of A, but no more than there are in all.
double device_interior_seconds(const Size& size) {
  const double m = size.m;
  const double nnz_s =
      std::min(machine::kProductsPerElement * static_cast<double>(size.nnz),
               0.5 * m * (m + 1.0));
  return machine::kDeviceInterior + machine::kDevice.order * nnz_s;
}

bool ends_turn(const Size& size, double pivot, double nnz_l,
               double interior_seconds) {
  const double crossover =
      interior_seconds + kPushesNeeded * push_seconds(size, nnz_l);
  return engine_seconds(size, pivot) > kTurnGain * crossover;
}

Turns device_turns(const Size& size, double pivot, bool carries) {
  const double engine = engine_seconds(size, pivot);
  const double crossover =
      device_interior_seconds(size) + face_seconds(size, pivot);
  const double pushed =
      device_interior_seconds(size) +
      machine::kLargePush * machine::kPushesPerRow * shorter_side(size);
  if (engine < machine::kShortEngine) return {false, HUGE_VAL, ""};
  char text[100];
  std::snprintf(text, sizeof text,
                "by estimate %.2g s, the simplex engine %.2g s", crossover,
                engine);
  return {engine > machine::kClearGain * crossover,
          carries ? machine::kEnginePatience * crossover : pushed, text};
}

bool turn_pays(const Size& size, double pivot, double interior_seconds,
               double spent) {
  return interior_seconds + face_seconds(size, pivot) <
         std::max(engine_seconds(size, pivot),
                  machine::kEnginePatience * spent);
}

namespace {

constexpr double kTolerance = 1e-7;

double nearest_to_zero(double l, double u) {
  return std::fabs(l) <= std::fabs(u) ? l : u;
}

// At a bound whose other side is free the objective may improve.
bool improves(double c, double l, double u, double x) {
  if (l == u || c == 0.0) return false;
  if (std::isinf(x)) return true;
  return x == l ? c < 0.0 : c > 0.0;
}

// A row: what is left of its right-hand side, and what its slacks can take.
struct Rest {
  double value, least = 0.0, most = 0.0;
  bool violated() const {
    const double error = kTolerance * (1.0 + std::fabs(value));
    return value < least - error || value > most + error;
  }
};

}  // namespace

double count_tight_elements(const WorkingLp& lp,
                            const std::vector<char>& loose) {
  double sum = 0.0;
  int columns = 0;
  for (int k = 0; k < lp.n; k++) {
    const std::size_t begin = lp.ptr[k], end = lp.ptr[k + 1];
    if (end == begin + 1 && lp.c[k] == 0.0) continue;
    columns++;
    for (std::size_t t = begin; t < end; t++)
      sum += loose[lp.ind[t]] ? machine::kTightShare : 1.0;
  }
  return sum / std::max(columns, 1);
}

int count_demands(const WorkingLp& lp) {
  std::vector<Rest> rest;
  rest.reserve(lp.b.size());
  for (const double b : lp.b) rest.push_back({b});
  int demands = 0;
  for (int k = 0; k < lp.n; k++) {
    const std::size_t begin = lp.ptr[k], end = lp.ptr[k + 1];
    const double l = lp.l[k], u = lp.u[k], x = nearest_to_zero(l, u);
    if (end == begin + 1 && lp.c[k] == 0.0 && lp.val[begin] != 0.0) {
      Rest& row = rest[lp.ind[begin]];
      const double at_l = lp.val[begin] * l, at_u = lp.val[begin] * u;
      row.least += std::min(at_l, at_u);
      row.most += std::max(at_l, at_u);
      continue;
    }
    demands += improves(lp.c[k], l, u, x);
    if (x == 0.0 || std::isinf(x)) continue;
    for (std::size_t t = begin; t < end; t++)
      rest[lp.ind[t]].value -= lp.val[t] * x;
  }
  return demands + static_cast<int>(std::count_if(
                       rest.begin(), rest.end(),
                       [](const Rest& r) { return r.violated(); }));
}

}  // namespace gpuinv
