// right_sides.hpp (right-hand sides of the predictor and the correctors)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/interior/program.hpp"
#include "libgpuinv/interior/step_length.hpp"
#include "libgpuinv/interior/tuning.hpp"

namespace gpuinv {

// Right-hand side of the predictor: xz := -x*z, sw := -s*w.
template <class Space>
void predictor_right(const Space& space, const ProgramView& p,
                     const PointView& v, const ResidualView& r) {
  space.for_each(p.n, [=] GPUINV_HD(int j) {
    r.xz[j] = -v.x[j] * v.z[j];
    r.sw[j] = -v.s[j] * v.w[j];
  });
}

// Right-hand side of Mehrotra's corrector: xz := mu - dx*dz, sw := mu - ds*dw,
// which the predictor d has ignored.
template <class Space>
void corrector_right(const Space& space, const ProgramView& p,
                     const PointView& d, double mu, const ResidualView& r) {
  space.for_each(p.n, [=] GPUINV_HD(int j) {
    r.xz[j] = p.bounds[j] >= kLower ? mu - d.x[j] * d.z[j] : 0.0;
    r.sw[j] = p.bounds[j] == kBoxed ? mu - d.s[j] * d.w[j] : 0.0;
  });
}

// Returns the change that takes a product into the band around mu.  The change
// downwards is bounded.
GPUINV_HD inline double centrality_term(double product, double mu) {
  const double least = kBandLeast * mu, most = kBandMost * mu;
  if (product < least) return least - product;
  if (product > most) return product - most < most ? most - product : -most;
  return 0.0;
}

// Right-hand side of Gondzio's corrector for direction d with step lengths t.
template <class Space>
void centrality_right(const Space& space, const ProgramView& p,
                      const PointView& v, const PointView& d,
                      const StepLengths& t, double mu, const ResidualView& r) {
  space.for_each(p.n, [=] GPUINV_HD(int j) {
    r.xz[j] = r.sw[j] = 0.0;
    if (p.bounds[j] >= kLower)
      r.xz[j] = centrality_term(
          (v.x[j] + t.primal * d.x[j]) * (v.z[j] + t.dual * d.z[j]), mu);
    if (p.bounds[j] == kBoxed)
      r.sw[j] = centrality_term(
          (v.s[j] + t.primal * d.s[j]) * (v.w[j] + t.dual * d.w[j]), mu);
  });
}

}  // namespace gpuinv
