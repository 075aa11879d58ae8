// rules.hpp (simplex rules by element, for host and device)
// SPDX-License-Identifier: GPL-3.0-or-later

// The decisions of a simplex iteration, for one variable each.  The host's
// loops and the device's kernels call the same functions, so that both choose
// the same pivots.  Scores are compared as floats; ties go to the lower
// position.

#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#ifdef __CUDACC__
#define GPUINV_RULE __host__ __device__ inline
#else
#define GPUINV_RULE inline
#endif

namespace gpuinv::rules {

constexpr double kInfinity = HUGE_VAL;

// The values of At (see working_lp.hpp) as numbers.
constexpr int kAtLower = 0, kAtUpper = 1;

// Returns which way a nonbasic variable may move from its bound, as a sum of
// these.  The host keeps it in one byte, and reads that in place of the bound
// and both limits.
constexpr unsigned kUp = 1, kDown = 2;
GPUINV_RULE unsigned moves_of(int at, double lower, double upper) {
  if (lower == upper) return 0;
  return (at != kAtUpper ? kUp : 0) | (at != kAtLower ? kDown : 0);
}
// Returns whether it may move in the direction of this rate.  There is no
// branch, because the processor could not predict it.
GPUINV_RULE bool may_move(double rate, unsigned moves, double tol) {
  return ((rate > tol ? kUp : 0) | (rate < -tol ? kDown : 0)) & moves;
}

// A pivot below this share of the largest |alpha| of its column or row is
// refused as long as there is another candidate.
constexpr double kPoorPivot = 1e-7;

// A candidate whose pivot was refused is priced as if its norm were longer by
// this factor, until others have had their turn.  After kMostRefused refusals
// in one call, the solver checks the residual.
constexpr float kRefusedScale = 1e6f;
constexpr int kMostRefused = 64;

// A pivot is computed twice, as an element of its row and as one of its column.
// A larger relative difference means that it is mostly rounding error.
constexpr double kPivotAgreement = 1e-6;
GPUINV_RULE bool same_pivot(double of_column, double of_row, double tol_piv) {
  return fabs(of_column - of_row) <=
         kPivotAgreement * fabs(of_column) + 1e-3 * tol_piv;
}

// Elements of inv(B), and of its products with columns of a scaled A, that
// count as rounding errors of zero.  If they stayed, they would spread, and
// sparse vectors would soon look dense.  A bound ten times as large costs
// greenbea its accuracy.
constexpr double kNoise = 1e-13;
GPUINV_RULE double without_noise(double x) {
  return fabs(x) < kNoise ? 0.0 : x;
}

// The violation of a bound that GLPK tolerates (spxprim.c, tol_bnd1).
GPUINV_RULE double slack(double bound, double tol) {
  return tol * (1.0 + 0.001 * fabs(bound));
}

// Returns x^2/weight for x != 0.  It never rounds to zero, because zero means
// that the variable is not eligible.
GPUINV_RULE float price(double x, float weight) {
  const float score = static_cast<float>(x * x) / weight;
  return score > 1e-36f ? score : 1e-36f;
}

// --- primal: entering column -------------------------------------------

// Returns the price d_j^2/weight_j of a nonbasic variable that may improve the
// objective, else 0.
GPUINV_RULE float primal_score(double d, float weight, int at, double lower,
                               double upper, double tol) {
  if (lower == upper) return 0.0f;
  const bool improves =
      (d < -tol && at != kAtUpper) || (d > tol && at != kAtLower);
  return improves ? price(d, weight) : 0.0f;
}

// --- primal: leaving row -------------------------------------------------

// Returns the step in which a change at rate a covers a gap.  It multiplies by
// the reciprocal, which a kernel can share with other steps of that rate.
GPUINV_RULE double step_over(double gap, double a) {
  return gap * (1.0 / fabs(a));
}

// Returns the distance of a basic variable to the bound it moves to when it
// changes at rate -a (a is alpha_i times the direction of the entering
// variable).  It is infinite if there is no such bound or |a| <= tol_piv.
GPUINV_RULE double primal_gap(double a, double beta, double lower, double upper,
                              double tol_piv) {
  if (a > tol_piv) return beta - lower;
  if (a < -tol_piv) return upper - beta;
  return kInfinity;
}

// First pass: returns the step at which the variable violates its bound by the
// slack.
GPUINV_RULE double primal_relaxed_step(double a, double beta, double lower,
                                       double upper, double tol_piv,
                                       double tol_bnd) {
  const double gap = primal_gap(a, beta, lower, upper, tol_piv);
  if (gap == kInfinity) return kInfinity;
  return step_over(gap + slack(a > 0.0 ? lower : upper, tol_bnd), a);
}

// Second pass: returns |alpha_i| of a row whose exact step is at most the
// minimum of the relaxed steps, else 0.
GPUINV_RULE double primal_pivot_size(double a, double beta, double lower,
                                     double upper, double tol_piv,
                                     double longest) {
  const double gap = primal_gap(a, beta, lower, upper, tol_piv);
  if (gap == kInfinity) return 0.0;
  return gap <= longest * fabs(a) ? fabs(a) : 0.0;
}

// --- dual: leaving row -----------------------------------------------------

// Returns the price r_i^2/weight_i of a basic variable that is outside its
// bounds by r_i, else 0.
GPUINV_RULE float dual_score(double beta, float weight, double lower,
                             double upper, double tol) {
  double r = 0.0;
  if (beta < lower - slack(lower, tol)) r = lower - beta;
  if (beta > upper + slack(upper, tol)) r = beta - upper;
  return r > 0.0 ? price(r, weight) : 0.0f;
}

// --- dual: entering column -------------------------------------------------

// Returns rho_j with such a sign that the leaving variable moves to its bound
// when variable j moves away from its own: candidates have r > 0 at a lower
// bound, r < 0 at an upper one, and any sign if free.
GPUINV_RULE double dual_rate(double rho, bool below) {
  return below ? -rho : rho;
}

GPUINV_RULE bool dual_candidate(double r, int at, double lower, double upper,
                                double tol_piv) {
  const bool moves =
      (r > tol_piv && at != kAtUpper) || (r < -tol_piv && at != kAtLower);
  return moves && lower != upper;
}

// Returns how far d_j of a candidate is from the wrong sign; not negative while
// dual feasible.
GPUINV_RULE double dual_room(double r, double d) { return r > 0.0 ? d : -d; }

// First pass: returns the dual step at which d_j of a candidate has the wrong
// sign by tol.
GPUINV_RULE double dual_relaxed_step(double r, double room, double tol) {
  return step_over((room > 0.0 ? room : 0.0) + tol, r);
}

// Second pass, as in the primal method: returns |r| within that step, else 0.
GPUINV_RULE double dual_pivot_size(double r, double room, double longest) {
  return room <= longest * fabs(r) ? fabs(r) : 0.0;
}

// The same for any variable: infinite, or 0, unless it is a candidate.
GPUINV_RULE double dual_relaxed_step(double r, double d, int at, double lower,
                                     double upper, double tol_piv, double tol) {
  if (!dual_candidate(r, at, lower, upper, tol_piv)) return kInfinity;
  return dual_relaxed_step(r, dual_room(r, d), tol);
}
GPUINV_RULE double dual_pivot_size(double r, double d, int at, double lower,
                                   double upper, double tol_piv,
                                   double longest) {
  if (!dual_candidate(r, at, lower, upper, tol_piv)) return 0.0;
  return dual_pivot_size(r, dual_room(r, d), longest);
}

// --- dual: long steps -------------------------------------------------------

// The dual objective grows at the rate by which the leaving variable is
// outside its bounds.  Where d_j comes to zero, a boxed variable j may go to
// its other bound instead of entering: the rate falls by |rho_j|*(u_j - l_j)
// and the step goes on, as long as the rate stays positive (bound flipping;
// Kirillova, Gabasov and Kostyukova; Fourer).  Steps beyond the first Harris
// bound fall into buckets by their order of magnitude, and buckets are passed
// as a whole: what falls into them is added up in integers, so that no order
// of adding changes the sum.
constexpr int kBucketBits = 10;  // 5 of the exponent, 5 of the fraction
constexpr int kBuckets = 1 << kBucketBits;
constexpr std::uint64_t kWholeRate = std::uint64_t{1} << 40;

// A step is given up for the first Harris bound if its pivot is below this
// share of the largest |rho|.
constexpr double kLongStepPivot = 1e-3;

// A step past one variable saves a pivot at most.  Only if the first variable
// takes no more than this share of the rate can there be many.
constexpr double kFirstShare = 0.25;

// Whether it is worth the time to look for a long step past variable j.
GPUINV_RULE bool may_pass(double rho, double lower, double upper, double rate) {
  return fabs(rho) * (upper - lower) < kFirstShare * rate;
}

// By which the rate falls, as a share of it, rounded up; not above the whole.
GPUINV_RULE std::uint64_t rate_share(double rho, double lower, double upper,
                                     double rate) {
  const double share = fabs(rho) * (upper - lower) / rate;
  return share < 1.0 ? static_cast<std::uint64_t>(
                           share * static_cast<double>(kWholeRate)) +
                           1
                     : kWholeRate;
}

// What the leaving variable is outside its bounds by.
GPUINV_RULE double leaving_rate(double beta, double lower, double upper,
                                bool below) {
  return below ? lower - beta : beta - upper;
}

GPUINV_RULE std::uint32_t float_bits(float x) {
  std::uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

// The bucket of the candidate j for the first Harris bound `least`: 0 up to
// there; the last one is for steps of any length.
GPUINV_RULE int step_bucket(double r, double d, double least) {
  const double step = step_over(dual_room(r, d), r);
  if (!(step > least)) return 0;
  const std::uint32_t above = float_bits(static_cast<float>(step)) -
                              float_bits(static_cast<float>(least));
  const std::uint32_t bucket = above >> (28 - kBucketBits);
  return bucket < kBuckets - 1 ? static_cast<int>(bucket) : kBuckets - 1;
}

// Whether d_j changes its sign in the dual step that was taken.
GPUINV_RULE bool dual_passed(double r, double d, double step) {
  return dual_room(r, d) < step * fabs(r);
}

// --- steepest edge weights ---------------------------------------------------

// The steepest edge weight of row i is the squared norm of row i of inv(B)*A,
// that of column j is 1 + ||column j of T||^2 (Goldfarb and Reid; Forrest and
// Goldfarb).  Their exact recurrences need one more product with T per pivot;
// Devex needs none but is far off when T is dense.  Here each row has a sketch
// instead, y_i = (inv(B)*A*G)_i, where G has kSketch columns of random signs,
// and |y_i|^2/kSketch estimates the weight with a standard deviation of
// sqrt(2/kSketch) (Johnson and Lindenstrauss; Achlioptas).  A pivot changes
// sketches as it changes a right-hand side:
//
//    y_p' = y_p/alpha_p,   y_i' = y_i - alpha_i/alpha_p*y_p.
//
// The sketch of a column is z_j = h_j - (h_B)'*T_j, which are the reduced costs
// of kSketch random objectives, and it changes as reduced costs do.
constexpr int kSketch = 32;

// Bit k < kSketch of the result is the sign of variable `id` in column k of G.
// The id is mixed by Appleby's finalizer, in which every bit depends on every
// bit.
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
