// ratio_test.cuh (ratio tests of both methods, item by item)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "kernels/pivot_select.cuh"

namespace gpuinv::kernels {

// The ratio test by rows: a_i = sign*alpha_i is the rate at which basic
// variable i decreases.
struct RowRatio {
  static constexpr bool kLong = false;
  double sign, tol_pivot, tol_bound;

  __device__ double gap(const Slice& r, int i) const {
    return rules::primal_gap(sign * r.line(i), r.value(i), r.lower(i),
                             r.upper(i), tol_pivot);
  }
  __device__ double size(const Slice& r, int i, double longest) const {
    return rules::primal_pivot_size(sign * r.line(i), r.value(i), r.lower(i),
                                    r.upper(i), tol_pivot, longest);
  }
  __device__ void mark(const Slice& r, int i) const {
    const double a = sign * r.line(i);
    r.relaxed(i) = rules::primal_relaxed_step(a, r.value(i), r.lower(i),
                                              r.upper(i), tol_pivot, tol_bound);
    r.mark(i) = round_step_down(gap(r, i), a);
  }
};

// The ratio test by columns: r_j = +-rho_j, see rules::dual_rate.  The gap of a
// candidate is its reduced cost with the sign that makes it >= 0.
struct ColumnRatio {
  static constexpr bool kLong = false;
  bool below;
  double tol_pivot, tol_cost;

  __device__ double rate(const Slice& c, int j) const {
    return rules::dual_rate(c.line(j), below);
  }
  __device__ bool candidate(const Slice& c, int j) const {
    return rules::dual_candidate(rate(c, j), c.at(j), c.lower(j), c.upper(j),
                                 tol_pivot);
  }
  __device__ double gap(const Slice& c, int j) const {
    const double r = rate(c, j);
    if (!rules::dual_candidate(r, c.at(j), c.lower(j), c.upper(j), tol_pivot)) {
      return rules::kInfinity;
    }
    return r > 0.0 ? c.value(j) : -c.value(j);
  }
  __device__ double size(const Slice& c, int j, double longest) const {
    return rules::dual_pivot_size(rate(c, j), c.value(j), c.at(j), c.lower(j),
                                  c.upper(j), tol_pivot, longest);
  }
  __device__ void mark(const Slice& c, int j) const {
    const double r = rate(c, j);
    c.relaxed(j) = rules::dual_relaxed_step(r, c.value(j), c.at(j), c.lower(j),
                                            c.upper(j), tol_pivot, tol_cost);
    c.mark(j) = round_step_down(gap(c, j), r);
  }
};

// The same with long steps; leaving: what the leaving variable is outside its
// bounds by.
struct FirstRatio : ColumnRatio {
  static constexpr bool kLong = true;
  double leaving;

  __device__ bool goes_on(const Slice& c, int j) const {
    return rules::may_pass(c.line(j), c.lower(j), c.upper(j), leaving);
  }
};

// The same among columns that are not passed; for those that are, the relaxed
// step is infinite.
struct LaterRatio {
  static constexpr bool kLong = false;
  const FirstRatio& all;

  __device__ double gap(const Slice& c, int j) const { return all.gap(c, j); }
  __device__ double size(const Slice& c, int j, double longest) const {
    const bool later = c.relaxed(j) < rules::kInfinity;
    return later ? all.size(c, j, longest) : 0.0;
  }
};

// Returns the value at which a variable enters the basis.
__device__ inline double entering_value(const Record& in) {
  return in.at == rules::kAtLower   ? in.lower
         : in.at == rules::kAtUpper ? in.upper
                                    : 0.0;
}

}  // namespace gpuinv::kernels
