// crossover_choice.cpp (whether interior point and crossover are the faster
// way)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/crossover_choice.hpp"

#include <algorithm>

#include "libgpuinv/base/machine.hpp"

namespace gpuinv {
namespace {

double items(const Size& size) {
  return static_cast<double>(size.nnz) + size.n;
}

int shorter_side(const Size& size) { return std::min(size.m, size.n - size.m); }

}  // namespace

double simplex_seconds(const Size& size, double nnz_l) {
  const double side = shorter_side(size);
  const double fill = std::min(nnz_l, 0.5 * side * side);
  return machine::kPivotsPerRow * side *
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

}  // namespace gpuinv
