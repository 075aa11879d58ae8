// step_length.hpp (step lengths along a direction)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <limits>

#include "libgpuinv/interior/newton_parts.hpp"
#include "libgpuinv/interior/program.hpp"
#include "libgpuinv/interior/tuning.hpp"

namespace gpuinv {

// The longest step that keeps (x, s) or (z, w) non-negative, infinite if every
// step does, and the element that limits it: j of the first vector, n + j of
// the second.
struct Blocking {
  double step;
  int index;
};

struct StepLengths {
  double primal, dual;
};

struct FirstBlocking {
  GPUINV_HD Blocking operator()(const Blocking& a, const Blocking& b) const {
    if (a.step != b.step) return a.step < b.step ? a : b;
    return a.index < b.index ? a : b;
  }
};

// a, b are x and s, or z and w, of the point; da, db of the direction.
template <class Space>
Blocking longest_step(const Space& space, const ProgramView& p, const double* a,
                      const double* da, const double* b, const double* db) {
  const double infinity = std::numeric_limits<double>::infinity();
  return space.reduce(
      p.n,
      [=] GPUINV_HD(int j) {
        Blocking first{infinity, p.n + j};
        if (p.bounds[j] >= kLower && da[j] < 0.0) first = {-a[j] / da[j], j};
        if (p.bounds[j] == kBoxed && db[j] < 0.0)
          first = FirstBlocking()(first, {-b[j] / db[j], p.n + j});
        return first;
      },
      Blocking{infinity, 2 * p.n}, FirstBlocking());
}

template <class Space>
Blocking longest_primal(const Space& space, const ProgramView& p,
                        const PointView& v, const PointView& d) {
  return longest_step(space, p, v.x, d.x, v.s, d.s);
}

template <class Space>
Blocking longest_dual(const Space& space, const ProgramView& p,
                      const PointView& v, const PointView& d) {
  return longest_step(space, p, v.z, d.z, v.w, d.w);
}

// Returns x'z + s'w after the steps.
template <class Space>
double products_after(const Space& space, const ProgramView& p,
                      const PointView& v, const PointView& d,
                      const StepLengths& t) {
  return space.reduce(
      p.n,
      [=] GPUINV_HD(int j) {
        double sum = 0.0;
        if (p.bounds[j] >= kLower)
          sum += (v.x[j] + t.primal * d.x[j]) * (v.z[j] + t.dual * d.z[j]);
        if (p.bounds[j] == kBoxed)
          sum += (v.s[j] + t.primal * d.s[j]) * (v.w[j] + t.dual * d.w[j]);
        return sum;
      },
      0.0, Add());
}

// The values of the pair to which a blocking element belongs, copied to the
// host.
struct Pair {
  double a, da, b, db;
};

struct AddPairs {
  GPUINV_HD Pair operator()(const Pair& a, const Pair& b) const {
    return {a.a + b.a, a.da + b.da, a.b + b.b, a.db + b.db};
  }
};

template <class Space>
Pair blocking_pair(const Space& space, const ProgramView& p, const PointView& v,
                   const PointView& d, int index) {
  const int j = index < p.n ? index : index - p.n;
  const bool upper = index >= p.n;
  return space.reduce(
      1,
      [=] GPUINV_HD(int) {
        return upper ? Pair{v.s[j], d.s[j], v.w[j], d.w[j]}
                     : Pair{v.x[j], d.x[j], v.z[j], d.z[j]};
      },
      Pair{0.0, 0.0, 0.0, 0.0}, AddPairs());
}

// Mehrotra's step length: it leaves the blocking pair of each side with the
// product `target`, kStepShare of the average after full steps.
inline double damped_step(const Blocking& block, double own, double own_change,
                          double other, double other_change, double other_step,
                          double target) {
  if (block.step * kStepMost >= 1.0) return 1.0;
  const double left = target / (other + other_step * other_change);
  const double step = (left - own) / own_change;
  return std::clamp(step, kStepLeast * block.step, kStepMost * block.step);
}

template <class Space>
StepLengths step_lengths(const Space& space, const Program<Space>& program,
                         const PointView& v, const PointView& d) {
  const ProgramView p = program.view();
  const Blocking primal = longest_primal(space, p, v, d);
  const Blocking dual = longest_dual(space, p, v, d);
  const StepLengths most{std::min(primal.step, 1.0), std::min(dual.step, 1.0)};
  const double target = kStepShare * products_after(space, p, v, d, most) /
                        std::max(program.pairs, 1);
  StepLengths steps{1.0, 1.0};
  if (primal.index < 2 * p.n && primal.step < 1.0 / kStepMost) {
    const Pair e = blocking_pair(space, p, v, d, primal.index);
    steps.primal = damped_step(primal, e.a, e.da, e.b, e.db, most.dual, target);
  }
  if (dual.index < 2 * p.n && dual.step < 1.0 / kStepMost) {
    const Pair e = blocking_pair(space, p, v, d, dual.index);
    steps.dual = damped_step(dual, e.b, e.db, e.a, e.da, most.primal, target);
  }
  return steps;
}

}  // namespace gpuinv
