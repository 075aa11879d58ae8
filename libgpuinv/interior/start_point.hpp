// start_point.hpp (Mehrotra's starting point)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cmath>
#include <limits>

#include "libgpuinv/interior/newton.hpp"
#include "libgpuinv/interior/start_form.hpp"
#include "libgpuinv/interior/tuning.hpp"

namespace gpuinv {

// Smallest elements of (x, s) and of (z, w).
struct StartLeast {
  double primal, dual;
};
struct StartSums {
  double primal, dual, products;
};

struct LeastOf {
  GPUINV_HD StartLeast operator()(const StartLeast& a,
                                  const StartLeast& b) const {
    return {a.primal < b.primal ? a.primal : b.primal,
            a.dual < b.dual ? a.dual : b.dual};
  }
};

struct SumOf {
  GPUINV_HD StartSums operator()(const StartSums& a, const StartSums& b) const {
    return {a.primal + b.primal, a.dual + b.dual, a.products + b.products};
  }
};

// Returns the smallest elements, or 0 if none is negative.
template <class Space>
StartLeast start_least(const Space& space, const ProgramView& p,
                       const PointView& v) {
  return space.reduce(
      p.n,
      [=] GPUINV_HD(int j) {
        StartLeast least{0.0, 0.0};
        if (p.bounds[j] >= kLower) least = {v.x[j], v.z[j]};
        if (p.bounds[j] == kBoxed) least = LeastOf()(least, {v.s[j], v.w[j]});
        return least;
      },
      StartLeast{0.0, 0.0}, LeastOf());
}

// Returns the sums after all elements are shifted.
template <class Space>
StartSums start_sums(const Space& space, const ProgramView& p,
                     const PointView& v, double primal, double dual) {
  return space.reduce(
      p.n,
      [=] GPUINV_HD(int j) {
        StartSums sums{0.0, 0.0, 0.0};
        if (p.bounds[j] >= kLower) {
          const double a = v.x[j] + primal, b = v.z[j] + dual;
          sums = {a, b, a * b};
        }
        if (p.bounds[j] == kBoxed) {
          const double a = v.s[j] + primal, b = v.w[j] + dual;
          sums = SumOf()(sums, {a, b, a * b});
        }
        return sums;
      },
      StartSums{0.0, 0.0, 0.0}, SumOf());
}

template <class Space>
void start_shift(const Space& space, const ProgramView& p, const PointView& v) {
  const StartLeast least = start_least(space, p, v);
  double primal = -1.5 * least.primal, dual = -1.5 * least.dual;
  const StartSums sums = start_sums(space, p, v, primal, dual);
  const bool some = sums.products > 0.0;
  primal += some ? kStartShare * sums.products / sums.dual : 1.0;
  dual += some ? kStartShare * sums.products / sums.primal : 1.0;
  space.for_each(p.n, [=] GPUINV_HD(int j) {
    v.x[j] += p.bounds[j] >= kLower ? primal : 0.0;
    v.z[j] += p.bounds[j] >= kLower ? dual : 0.0;
    v.s[j] += p.bounds[j] == kBoxed ? primal : 0.0;
    v.w[j] += p.bounds[j] == kBoxed ? dual : 0.0;
  });
}

template <class Space>
void start_diagonal(const Space& space, const ProgramView& p, double* d) {
  space.for_each(p.n, [=] GPUINV_HD(int j) {
    d[j] = p.bounds[j] == kBoxed ? 0.5 : 1.0;
    if (p.bounds[j] == kFree) d[j] = 1.0 / kStartFree;
    if (p.bounds[j] == StartForm::kAbsent) d[j] = 0.0;
  });
}

// A copy of a StartForm in the memory of a space.
template <class Space>
struct StartProgram {
  StartProgram(const Space& space, const StartForm& form)
      : differs(form.differs()), pairs(form.pairs) {
    if (!differs) return;
    space.upload(form.b, &b);
    space.upload(form.origin, &origin);
    space.upload(form.bounds, &bounds);
  }
  // Returns the program with these right-hand sides and bounds.
  ProgramView view(ProgramView p) const {
    if (differs) p.b = Space::raw(b), p.bounds = Space::raw(bounds);
    return p;
  }

  const bool differs;
  const int pairs;
  typename Space::template Vector<double> b, origin;
  typename Space::template Vector<signed char> bounds;
};

// Gives values to what the start form leaves out.  A distance that is far, or
// the multiplier of a dear column, takes the other one of its pair from the
// average product; a distance that is not far is at least as large as those of
// the others on average.
template <class Space>
void start_left_out(const Space& space, const ProgramView& p,
                    const StartProgram<Space>& start, const PointView& v) {
  const ProgramView s = start.view(p);
  const double* origin = Space::raw(start.origin);
  const StartSums sums = start_sums(space, s, v, 0.0, 0.0);
  const bool some = sums.products > 0.0;
  const double mu = some ? sums.products / start.pairs : 1.0;
  const double least = some ? sums.primal / start.pairs : 1.0;
  space.for_each(p.n, [=] GPUINV_HD(int j) {
    if (s.bounds[j] == p.bounds[j]) return;
    if (s.bounds[j] == StartForm::kAbsent) {
      v.z[j] = p.c[j];
      v.x[j] = mu / v.z[j];
    }
    if (s.bounds[j] == kFree) {
      v.x[j] = fmax(v.x[j] + origin[j], least);
      v.z[j] = mu / v.x[j];
    }
    if (p.bounds[j] != kBoxed) return;
    v.s[j] = fmax(p.u[j] - v.x[j], least);
    v.w[j] = mu / v.s[j];
  });
}

// Computes x, s of least norm with A*x = b, x + s = u, and y, z, w of least
// norm with A'y + z - w = c, as the start form has b and u; then moves both
// into the interior. zero has m zeros; scratch and g[n] are overwritten.
// Returns false if the normal equations cannot be solved.
template <class Space>
bool start_point(const Space& space, const Program<Space>& program,
                 const StartProgram<Space>& start, Newton<Space>& newton,
                 const double* zero, const PointView& v,
                 const PointView& scratch, double* g) {
  const ProgramView p = start.view(program.view());
  start_diagonal(space, p, newton.diagonal());
  if (!newton.factorize()) return false;
  space.for_each(p.n, [=] GPUINV_HD(int j) {
    g[j] = p.bounds[j] == kBoxed ? -p.u[j] : 0.0;
  });
  // any point will do, so no conjugate gradients are needed
  const double target = std::numeric_limits<double>::infinity();
  newton.project(p.b, g, target, scratch);
  newton.project(zero, p.c, target, v);  // v.x = -D*(c - A'y)
  space.for_each(p.n, [=] GPUINV_HD(int j) {
    v.z[j] = p.bounds[j] >= kLower ? -v.x[j] : 0.0;
    v.w[j] = p.bounds[j] == kBoxed ? v.x[j] : 0.0;
    v.x[j] = scratch.x[j];
    v.s[j] = p.bounds[j] == kBoxed ? p.u[j] - v.x[j] : 0.0;
  });
  start_shift(space, p, v);
  if (start.differs) start_left_out(space, program.view(), start, v);
  return true;
}

}  // namespace gpuinv
