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
// the second, 2n if there is none.
struct Blocking {
  double step;
  int index;
};

struct Blockings {
  Blocking primal, dual;
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

struct FirstBlockings {
  GPUINV_HD Blockings operator()(const Blockings& a, const Blockings& b) const {
    const FirstBlocking first;
    return {first(a.primal, b.primal), first(a.dual, b.dual)};
  }
};

// Variable j alone; a, b are x and s, or z and w, of the point; da, db of the
// direction.
GPUINV_HD inline Blocking blocking_of(const ProgramView& p, int j,
                                      const double* a, const double* da,
                                      const double* b, const double* db,
                                      Blocking none) {
  Blocking first = none;
  if (p.bounds[j] >= kLower && da[j] < 0.0) first = {-a[j] / da[j], j};
  if (p.bounds[j] == kBoxed && db[j] < 0.0)
    first = FirstBlocking()(first, {-b[j] / db[j], p.n + j});
  return first;
}

template <class Space>
Blockings longest_steps(const Space& space, const ProgramView& p,
                        const PointView& v, const PointView& d) {
  const Blocking none{std::numeric_limits<double>::infinity(), 2 * p.n};
  return space.reduce(
      p.n,
      [=] GPUINV_HD(int j) {
        return Blockings{blocking_of(p, j, v.x, d.x, v.s, d.s, none),
                         blocking_of(p, j, v.z, d.z, v.w, d.w, none)};
      },
      Blockings{none, none}, FirstBlockings());
}

inline StepLengths at_most_full(const Blockings& longest) {
  return {std::min(1.0, longest.primal.step), std::min(1.0, longest.dual.step)};
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

// The values of the pair to which a blocking element belongs.
struct Pair {
  double a, da, b, db;
};

struct Pairs {
  Pair primal, dual;
};

struct AddPairs {
  GPUINV_HD Pairs operator()(const Pairs& a, const Pairs& b) const {
    return {add(a.primal, b.primal), add(a.dual, b.dual)};
  }
  GPUINV_HD static Pair add(const Pair& a, const Pair& b) {
    return {a.a + b.a, a.da + b.da, a.b + b.b, a.db + b.db};
  }
};

// Returns the pair of the element `index`, zeros if it is 2n.
GPUINV_HD inline Pair pair_of(const ProgramView& p, const PointView& v,
                              const PointView& d, int index) {
  if (index >= 2 * p.n) return {0.0, 0.0, 0.0, 0.0};
  const int j = index < p.n ? index : index - p.n;
  return index < p.n ? Pair{v.x[j], d.x[j], v.z[j], d.z[j]}
                     : Pair{v.s[j], d.s[j], v.w[j], d.w[j]};
}

// Copies the pairs of both blocking elements to the host.
template <class Space>
Pairs blocking_pairs(const Space& space, const ProgramView& p,
                     const PointView& v, const PointView& d,
                     const Blockings& longest) {
  const int primal = longest.primal.index, dual = longest.dual.index;
  const Pair zero{0.0, 0.0, 0.0, 0.0};
  return space.reduce(
      1,
      [=] GPUINV_HD(int) {
        return Pairs{pair_of(p, v, d, primal), pair_of(p, v, d, dual)};
      },
      Pairs{zero, zero}, AddPairs());
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

// The steps along d from v for its longest ones.
template <class Space>
StepLengths step_lengths(const Space& space, const Program<Space>& program,
                         const PointView& v, const PointView& d,
                         const Blockings& longest) {
  const ProgramView p = program.view();
  const Blocking &primal = longest.primal, &dual = longest.dual;
  const StepLengths most = at_most_full(longest);
  const double target = kStepShare * products_after(space, p, v, d, most) /
                        std::max(program.pairs, 1);
  const Pairs e = blocking_pairs(space, p, v, d, longest);
  StepLengths steps{1.0, 1.0};
  if (primal.step < 1.0 / kStepMost)
    steps.primal = damped_step(primal, e.primal.a, e.primal.da, e.primal.b,
                               e.primal.db, most.dual, target);
  if (dual.step < 1.0 / kStepMost)
    steps.dual = damped_step(dual, e.dual.b, e.dual.db, e.dual.a, e.dual.da,
                             most.primal, target);
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

struct BothWeightSteps {
  WeightSteps primal, dual;
};

struct LeastSteps {
  GPUINV_HD BothWeightSteps operator()(const BothWeightSteps& a,
                                       const BothWeightSteps& b) const {
    return {least(a.primal, b.primal), least(a.dual, b.dual)};
  }
  GPUINV_HD static WeightSteps least(const WeightSteps& a,
                                     const WeightSteps& b) {
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

// Variable j alone; lower is x or z, upper is s or w, most are full steps.
GPUINV_HD inline WeightSteps weight_steps_of(const ProgramView& p, int j,
                                             const Ray& lower, const Ray& upper,
                                             const WeightSteps& most) {
  WeightSteps w = most;
  const bool below = p.bounds[j] >= kLower && lower.blocks(j);
  const bool above = p.bounds[j] == kBoxed && upper.blocks(j);
  for (int k = 0; k < kWeights && (below || above); k++) {
    const double t = corrector_weight(k);
    if (below) w.step[k] = lower.shorten(j, t, 1.0);
    if (above) w.step[k] = upper.shorten(j, t, w.step[k]);
  }
  return w;
}

// For the point v, its direction d and the corrector c.
template <class Space>
BothWeightSteps weight_steps(const Space& space, const ProgramView& p,
                             const PointView& v, const PointView& d,
                             const PointView& c) {
  WeightSteps most;
  for (double& step : most.step) step = 1.0;
  return space.reduce(
      p.n,
      [=] GPUINV_HD(int j) {
        return BothWeightSteps{
            weight_steps_of(p, j, {v.x, d.x, c.x}, {v.s, d.s, c.s}, most),
            weight_steps_of(p, j, {v.z, d.z, c.z}, {v.w, d.w, c.w}, most)};
      },
      BothWeightSteps{most, most}, LeastSteps());
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
  space.for_each(
      p.n,
      [=] GPUINV_HD(int j) {
        c.x[j] = a.x[j] + t.primal * b.x[j];
        c.s[j] = a.s[j] + t.primal * b.s[j];
        c.z[j] = a.z[j] + t.dual * b.z[j];
        c.w[j] = a.w[j] + t.dual * b.w[j];
      },
      p.m, [=] GPUINV_HD(int i) { c.y[i] = a.y[i] + t.dual * b.y[i]; });
}

}  // namespace gpuinv
