// claim.cpp (proofs of what the simplex method claims at a basis)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/claim.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "libgpuinv/interior/certificates.hpp"
#include "libgpuinv/interior/interior_solver.hpp"
#include "libgpuinv/interior/presolve.hpp"

namespace gpuinv {
namespace {

// Smaller violations, relative to the bound, are none for the simplex method:
// by its default tolerance, and by the smallest one that a review asks for.
constexpr double kTolerances[] = {1e-7, 1e-9};

// The error that GLPK's tests accept of a bound.
constexpr double kAccepted = 1e-6;

// Scale factor of variable k of the problem that the method solved.
double scale(const gpuinv_interior_lp& lp, const ScaleFactors& f, int k) {
  return k < lp.m ? 1.0 / f.rows[k] : f.columns[k - lp.m];
}

// Derivative of the violation of variable k by its value: 1 above the upper
// bound, -1 below the lower one, in the units of the scaled problem.
double slope(const gpuinv_interior_lp& lp, const Claim& claim, int k,
             double tolerance) {
  const double unit = scale(lp, claim.factors, k), x = claim.prim[k];
  const auto beyond = [&](double excess, double bound) {
    return excess > tolerance * (unit + std::fabs(bound));
  };
  if (beyond(lp.l[k] - x, lp.l[k])) return -1.0 / unit;
  if (beyond(x - lp.u[k], lp.u[k])) return 1.0 / unit;
  return 0.0;
}

// Sets the elements of w to the slopes, and returns whether one is not 0.
bool set_slopes(const gpuinv_interior_lp& lp, const Claim& claim,
                double tolerance, double* w) {
  bool any = false;
  for (int k = 0; k < lp.m + lp.n; k++)
    if (claim.bind[k] != 0 && (claim.some == 0 || claim.some == k + 1)) {
      w[claim.bind[k] - 1] = slope(lp, claim, k, tolerance);
      any = any || w[claim.bind[k] - 1] != 0.0;
    }
  return any;
}

Solve farkas_system(const gpuinv_interior_lp& lp, const Claim& claim,
                    double* w) {
  std::fill_n(w, lp.m, 0.0);
  for (const double tolerance : kTolerances)
    if (set_slopes(lp, claim, tolerance, w)) break;
  return Solve::kBtran;
}

// The column of (I | -A) that belongs to the variable.
Solve direction_system(const gpuinv_interior_lp& lp, int k, double* w) {
  std::fill_n(w, lp.m, 0.0);
  if (k < lp.m) {
    w[k] = 1.0;
  } else {
    const int j = k - lp.m;
    for (int t = lp.ptr[j] - lp.base; t < lp.ptr[j + 1] - lp.base; t++)
      w[lp.ind[t] - lp.base] = -lp.val[t];
  }
  return Solve::kFtran;
}

// Returns the direction of the columns in which the variable that the method
// ended at increases.
std::vector<double> direction(const gpuinv_interior_lp& lp, const Claim& claim,
                              const double* w) {
  std::vector<double> d(lp.n, 0.0);
  for (int j = 0; j < lp.n; j++)
    if (const int place = claim.bind[lp.m + j]; place != 0)
      d[j] = -w[place - 1];
  if (claim.some > lp.m) d[claim.some - 1 - lp.m] = 1.0;
  return d;
}

bool is_one(const InteriorLp& lp, bool unbounded, std::vector<double>* ray) {
  return unbounded ? is_primal_ray(lp, *ray) : is_farkas_ray(lp, *ray);
}

bool becomes_one(const InteriorLp& lp, bool unbounded,
                 std::vector<double>* ray) {
  return unbounded ? make_primal_ray(lp, ray) : make_farkas_ray(lp, ray);
}

using Rays = std::vector<std::vector<double>>;

// Values of what a presolve has removed, for each ray.
Rays completed(const InteriorLp& lp, bool unbounded, Rays rays) {
  const Presolve presolve(lp);
  for (std::vector<double>& ray : rays)
    ray = unbounded ? presolve.complete_values(std::move(ray))
                    : presolve.complete_duals(std::move(ray));
  return rays;
}

// Each ray with slacks that take up its changes: as it comes, and without
// elements that it cannot have, which may be noise.
Rays with_slacks(const InteriorLp& lp, const Rays& rays) {
  Rays all;
  for (const bool clean : {false, true})
    for (std::vector<double> ray : rays) {
      if (clean) clean_direction(lp, &ray);
      take_up_changes(lp, &ray);
      all.push_back(std::move(ray));
    }
  return all;
}

}  // namespace

Solve ray_system(const gpuinv_interior_lp& lp, const Claim& claim, double* w) {
  if (!claim.unbounded) return farkas_system(lp, claim, w);
  if (claim.some == 0 || claim.bind[claim.some - 1] != 0)
    return Solve::kNothing;
  return direction_system(lp, claim.some - 1, w);
}

Proven proves(const gpuinv_interior_lp& lp, const Claim& claim,
              const double* w) {
  return is_ray(lp, claim.unbounded, false,
                claim.unbounded ? direction(lp, claim, w).data() : w);
}

// Vectors that are rays as they come are looked for first: to make one of a
// large vector that is none may take seconds.
Proven is_ray(const gpuinv_interior_lp& lp, bool unbounded, bool presolved,
              const double* ray) {
  const InteriorLp problem = checked(copy_lp(lp));
  const std::vector<double> one(ray, ray + (unbounded ? lp.n : lp.m));
  Rays given = {one, one}, whole, slacks;
  for (double& v : given[1]) v = -v;
  bool far = false;
  const auto any = [&](const Rays& rays, auto&& test) {
    return std::any_of(rays.begin(), rays.end(), [&](auto candidate) {
      if (!test(problem, unbounded, &candidate)) return false;
      far = !unbounded && is_far_ray(problem, candidate, kAccepted);
      return true;
    });
  };
  bool proven = any(given, is_one);
  if (!proven && presolved) {
    whole = completed(problem, unbounded, given);
    proven = any(whole, is_one);
    if (!proven && unbounded) slacks = with_slacks(problem, whole);
  }
  proven = proven || any(slacks, is_one) || any(whole, becomes_one) ||
           any(given, becomes_one) || any(slacks, becomes_one);
  if (!proven) return Proven::kNo;
  return far ? Proven::kFar : Proven::kAsGiven;
}

}  // namespace gpuinv
