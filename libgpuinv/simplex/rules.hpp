// rules.hpp (simplex rules by element, for host and device)
// SPDX-License-Identifier: GPL-3.0-or-later

// The decisions of a simplex iteration, one variable at a time: the same
// functions run in the host's loops and in the device's kernels, so that
// both choose the same pivots.  A score is compared as a float, ties go to
// the lower position.

#pragma once

#include <cmath>

#ifdef __CUDACC__
#define GPUINV_RULE __host__ __device__ inline
#else
#define GPUINV_RULE inline
#endif

namespace gpuinv::rules {

constexpr double kInfinity = HUGE_VAL;

// Positions of At (see working_lp.hpp) as numbers.
constexpr int kAtLower = 0, kAtUpper = 1;

// A pivot below this share of the largest |alpha| of its column or row is
// refused while a better one can be had by other means.
constexpr double kPoorPivot = 1e-7;

// A candidate whose pivot is refused is priced as if its norm were so many
// times as long, until others have had their turn.  When so many were refused
// in one go, somebody should look at the residual.
constexpr float kRefusedScale = 1e6f;
constexpr int kMostRefused = 64;

// A pivot is known twice, as an element of its row and of its column: a
// relative difference beyond this means that rounding has the better of it.
constexpr double kPivotAgreement = 1e-6;
GPUINV_RULE bool same_pivot(double of_column, double of_row, double tol_piv) {
  return fabs(of_column - of_row) <=
         kPivotAgreement * fabs(of_column) + 1e-3 * tol_piv;
}

// Elements of inv(B) and of its products with columns of a scaled A that
// are taken for rounding errors of zero.  Left alone they spread, and what
// falls into parts soon looks dense; ten times as many cost greenbea its
// accuracy.
constexpr double kNoise = 1e-13;
GPUINV_RULE double without_noise(double x) {
  return fabs(x) < kNoise ? 0.0 : x;
}

// Violation of a bound that GLPK tolerates (spxprim.c, tol_bnd1).
GPUINV_RULE double slack(double bound, double tol) {
  return tol * (1.0 + 0.001 * fabs(bound));
}

// x^2/weight for x != 0, never rounded to zero: zero means not eligible.
GPUINV_RULE float price(double x, float weight) {
  const float score = static_cast<float>(x * x) / weight;
  return score > 1e-36f ? score : 1e-36f;
}

// --- primal: entering column -------------------------------------------

// Price d_j^2/weight_j of a non-basic variable that may improve the
// objective, 0 if it may not.
GPUINV_RULE float primal_score(double d, float weight, int at, double lower,
                               double upper, double tol) {
  if (lower == upper) return 0.0f;
  const bool improves =
      (d < -tol && at != kAtUpper) || (d > tol && at != kAtLower);
  return improves ? price(d, weight) : 0.0f;
}

// --- primal: leaving row -------------------------------------------------

// Step in which a change at rate a covers a gap; by the reciprocal, which a
// kernel has in common with other steps of that rate.
GPUINV_RULE double step_over(double gap, double a) {
  return gap * (1.0 / fabs(a));
}

// Distance of basic variable to the bound it moves to when it changes at
// rate -a (a = alpha_i times the direction of the entering variable);
// infinite if there is none or |a| is zero to tolerance.
GPUINV_RULE double primal_gap(double a, double beta, double lower, double upper,
                              double tol_piv) {
  if (a > tol_piv) return beta - lower;
  if (a < -tol_piv) return upper - beta;
  return kInfinity;
}

// First pass: step at which the bound is violated by its slack.
GPUINV_RULE double primal_relaxed_step(double a, double beta, double lower,
                                       double upper, double tol_piv,
                                       double tol_bnd) {
  const double gap = primal_gap(a, beta, lower, upper, tol_piv);
  if (gap == kInfinity) return kInfinity;
  return step_over(gap + slack(a > 0.0 ? lower : upper, tol_bnd), a);
}

// Second pass: |alpha_i| of a row whose exact step is within the relaxed
// minimum, 0 of others.
GPUINV_RULE double primal_pivot_size(double a, double beta, double lower,
                                     double upper, double tol_piv,
                                     double longest) {
  const double gap = primal_gap(a, beta, lower, upper, tol_piv);
  if (gap == kInfinity) return 0.0;
  return gap <= longest * fabs(a) ? fabs(a) : 0.0;
}

// --- dual: leaving row -----------------------------------------------------

// Price r_i^2/weight_i of a basic variable outside its bounds by r_i.
GPUINV_RULE float dual_score(double beta, float weight, double lower,
                             double upper, double tol) {
  double r = 0.0;
  if (beta < lower - slack(lower, tol)) r = lower - beta;
  if (beta > upper + slack(upper, tol)) r = beta - upper;
  return r > 0.0 ? price(r, weight) : 0.0f;
}

// --- dual: entering column -------------------------------------------------

// rho_j signed such that the leaving variable comes to its bound when
// variable j moves away from its own: candidates have r > 0 at a lower
// bound, r < 0 at an upper one, any sign when free.
GPUINV_RULE double dual_rate(double rho, bool below) {
  return below ? -rho : rho;
}

GPUINV_RULE bool dual_candidate(double r, int at, double lower, double upper,
                                double tol_piv) {
  if (lower == upper) return false;
  return (r > tol_piv && at != kAtUpper) || (r < -tol_piv && at != kAtLower);
}

// First pass: dual step at which d_j has the wrong sign by tol.
GPUINV_RULE double dual_relaxed_step(double r, double d, int at, double lower,
                                     double upper, double tol_piv, double tol) {
  if (!dual_candidate(r, at, lower, upper, tol_piv)) return kInfinity;
  const double room = r > 0.0 ? d : -d;  // >= 0 while dual feasible
  return step_over((room > 0.0 ? room : 0.0) + tol, r);
}

// Second pass, as in the primal.
GPUINV_RULE double dual_pivot_size(double r, double d, int at, double lower,
                                   double upper, double tol_piv,
                                   double longest) {
  if (!dual_candidate(r, at, lower, upper, tol_piv)) return 0.0;
  const double room = r > 0.0 ? d : -d;
  return room <= longest * fabs(r) ? fabs(r) : 0.0;
}

// --- steepest edge weights ---------------------------------------------------

// The weight of row i is the squared norm of row i of inv(B)*A, that of
// column j is 1 + ||column j of T||^2 (Goldfarb and Reid; Forrest and
// Goldfarb).  Their exact recurrences need one more product with T per
// pivot; Devex needs none but is far off when T is dense.  Here a row has a
// sketch instead, y_i = (inv(B)*A*G)_i with kSketch columns of random signs
// in G, and |y_i|^2/kSketch estimates its weight with a standard deviation
// of sqrt(2/kSketch) (Johnson and Lindenstrauss; Achlioptas).  A sketch
// changes with a pivot as a right-hand side does:
//
//    y_p' = y_p/alpha_p,   y_i' = y_i - alpha_i/alpha_p*y_p.
//
// That of a column is z_j = h_j - (h_B)'*T_j, kSketch random objectives,
// and changes as reduced costs do.
constexpr int kSketch = 32;

// Sign k < kSketch of variable `id` in G: bit k of a mixed id (Appleby's
// finalizer, which lets every bit depend on every bit).
GPUINV_RULE unsigned sketch_bits(int id) {
  unsigned x = static_cast<unsigned>(id) + 0x9e3779b9u;
  x = (x ^ x >> 16) * 0x85ebca6bu;
  x = (x ^ x >> 13) * 0xc2b2ae35u;
  return x ^ x >> 16;
}
GPUINV_RULE float sketch_sign(unsigned bits, int k) {
  return (bits >> k & 1u) != 0 ? 1.0f : -1.0f;
}

}  // namespace gpuinv::rules
