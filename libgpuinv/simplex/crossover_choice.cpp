// crossover_choice.cpp (whether interior point and crossover pay)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/crossover_choice.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "libgpuinv/base/machine.hpp"

namespace gpuinv {
namespace {

double items(const Size& size) {
  return static_cast<double>(size.nnz) + size.n;
}

int shorter_side(const Size& size) { return std::min(size.m, size.n - size.m); }

// More pivots per row are needed where far more columns than rows are to choose
// from.
double pivots(const Size& size) {
  const double columns = size.n - size.m, rows = std::max(size.m, 1);
  const double wide = std::sqrt(columns / (machine::kUsualWidth * rows));
  return machine::kPivotsPerRow * shorter_side(size) *
         std::clamp(wide, 1.0, machine::kMostWide);
}

}  // namespace

double simplex_seconds(const Size& size, double nnz_l) {
  const double side = shorter_side(size);
  const double fill = std::min(nnz_l, 0.5 * side * side);
  return pivots(size) *
         (machine::kPivotItem * items(size) + machine::kPivotFill * fill);
}

double push_seconds(const Size& size) {
  return machine::kPushesPerRow * shorter_side(size) *
         (machine::kPush + machine::kPushItem * items(size));
}

bool crossover_may_pay(const Size& size) {
  return simplex_seconds(size) >= machine::kShortSparseSolve;
}

bool crossover_pays(const Size& size, double nnz_l, double interior_seconds) {
  return crossover_may_pay(size) &&
         interior_seconds + push_seconds(size) < simplex_seconds(size, nnz_l);
}

double engine_seconds(const Size& size, double pivot) {
  return machine::kEnginePivotsPerRow * shorter_side(size) * pivot;
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

Turns device_turns(const Size& size, double pivot) {
  const double engine = engine_seconds(size, pivot);
  const double crossover =
      device_interior_seconds(size) + face_seconds(size, pivot);
  if (engine < machine::kShortEngine) return {false, HUGE_VAL, ""};
  char text[100];
  std::snprintf(text, sizeof text,
                "by estimate %.2g s, the simplex engine %.2g s", crossover,
                engine);
  return {engine > machine::kClearGain * crossover,
          machine::kEnginePatience * crossover, text};
}

bool turn_pays(const Size& size, double pivot, double interior_seconds,
               double spent) {
  return interior_seconds + face_seconds(size, pivot) <
         std::max(engine_seconds(size, pivot),
                  machine::kEnginePatience * spent);
}

}  // namespace gpuinv
