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

GPUINV_HD inline double corrector_weight(int k) {
  return kWeightLeast + k * (1.0 - kWeightLeast) / (kWeights - 1);
}

// For each weight, the longest step, at most 1, of a direction plus the
// weighted corrector.
struct WeightSteps {
  double step[kWeights];
};

struct LeastSteps {
  GPUINV_HD WeightSteps operator()(const WeightSteps& a,
                                   const WeightSteps& b) const {
    WeightSteps c;
    for (int k = 0; k < kWeights; k++)
      c.step[k] = a.step[k] < b.step[k] ? a.step[k] : b.step[k];
    return c;
  }
};

// One part of a point, of its direction and of the corrector.
struct Ray {
  const double *from, *direction, *change;

  // Returns the value after a full step with the weight t.
  GPUINV_HD double end(int j, double t) const {
    return from[j] + (direction[j] + t * change[j]);
  }
  // Returns whether a full step is too long for one of the weights at least.
  // The value is monotonic in t, so the least and the largest weight tell.
  GPUINV_HD bool blocks(int j) const {
    return end(j, corrector_weight(0)) < 0.0 ||
           end(j, corrector_weight(kWeights - 1)) < 0.0;
  }
  // Returns step, or a smaller one if from + step*(direction + t*change) is
  // negative at j.
  GPUINV_HD double shorten(int j, double t, double step) const {
    const double d = direction[j] + t * change[j];
    return from[j] + step * d < 0.0 ? -from[j] / d : step;
  }
};

// lower is x or z, upper is s or w.
template <class Space>
WeightSteps weight_steps(const Space& space, const ProgramView& p,
                         const Ray& lower, const Ray& upper) {
  WeightSteps most;
  for (double& step : most.step) step = 1.0;
  return space.reduce(
      p.n,
      [=] GPUINV_HD(int j) {
        WeightSteps w = most;
        const bool below = p.bounds[j] >= kLower && lower.blocks(j);
        const bool above = p.bounds[j] == kBoxed && upper.blocks(j);
        for (int k = 0; k < kWeights && (below || above); k++) {
          const double t = corrector_weight(k);
          if (below) w.step[k] = lower.shorten(j, t, 1.0);
          if (above) w.step[k] = upper.shorten(j, t, w.step[k]);
        }
        return w;
      },
      most, LeastSteps());
}

// The largest weight whose step is nearly as long as the best one.
struct Weight {
  explicit Weight(const WeightSteps& steps) {
    int best = kWeights - 1;
    for (int k = kWeights - 2; k >= 0; k--)
      if (steps.step[k] > steps.step[best] + kLonger) best = k;
    weight = corrector_weight(best);
    step = steps.step[best];
  }
  double weight, step;
};

// c := a + t*b, with a factor for the primal parts and one for the dual parts;
// c may be a.
template <class Space>
void combine_directions(const Space& space, const ProgramView& p,
                        const PointView& a, const StepLengths& t,
                        const PointView& b, const PointView& c) {
  space.for_each(p.n, [=] GPUINV_HD(int j) {
    c.x[j] = a.x[j] + t.primal * b.x[j];
    c.s[j] = a.s[j] + t.primal * b.s[j];
    c.z[j] = a.z[j] + t.dual * b.z[j];
    c.w[j] = a.w[j] + t.dual * b.w[j];
  });
  space.for_each(p.m,
                 [=] GPUINV_HD(int i) { c.y[i] = a.y[i] + t.dual * b.y[i]; });
}

}  // namespace gpuinv
