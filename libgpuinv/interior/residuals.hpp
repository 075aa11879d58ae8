// residuals.hpp (residuals of a point)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/interior/program.hpp"

namespace gpuinv {

// Sums over rows and columns; "given" means in units of the given problem.
struct Sums {
  double primal = 0.0;    // ||b - A*x||^2 + ||u - x - s||^2, given
  double dual = 0.0;      // ||c - A'y - z + w||^2, given
  double ray = 0.0;       // ||A'y + z - w||^2, given
  double cost = 0.0;      // c'x
  double bound = 0.0;     // b'y - u'w
  double products = 0.0;  // x'z + s'w
  double values = 0.0;    // ||x||^2, given
  double image = 0.0;     // ||A*x||^2 + ||x + s||^2 , given
};

struct AddSums {
  GPUINV_HD Sums operator()(const Sums& a, const Sums& b) const {
    return {a.primal + b.primal, a.dual + b.dual,   a.ray + b.ray,
            a.cost + b.cost,     a.bound + b.bound, a.products + b.products,
            a.values + b.values, a.image + b.image};
  }
};

// Returns the sums at the point v, whose residuals are r.
template <class Space>
Sums sum_up(const Space& space, const ProgramView& p, const PointView& v,
            const ResidualView& r) {
  return space.reduce(
      p.n,
      [=] GPUINV_HD(int j) {
        Sums sums;
        const double unit = p.value_unit[j];
        const double d = r.d[j] * p.cost_unit[j];
        const double ray = (p.c[j] - r.d[j]) * p.cost_unit[j];
        const double a = r.u[j] * unit, x = v.x[j] * unit;
        const double image = (p.u[j] - r.u[j]) * unit;
        sums.primal = a * a;
        sums.dual = d * d;
        sums.ray = ray * ray;
        sums.cost = p.c[j] * v.x[j];
        sums.bound = -p.u[j] * v.w[j];
        sums.products = v.x[j] * v.z[j] + v.s[j] * v.w[j];
        sums.values = x * x;
        sums.image = image * image;
        return sums;
      },
      p.m,
      [=] GPUINV_HD(int i) {
        Sums sums;
        const double a = r.p[i] * p.row_unit[i];
        const double image = (p.b[i] - r.p[i]) * p.row_unit[i];
        sums.primal = a * a;
        sums.image = image * image;
        sums.bound = p.b[i] * v.y[i];
        return sums;
      },
      Sums(), AddSums());
}

// Computes r.p, r.u and r.d at the point v.
template <class Space>
void compute_residuals(const Space& space, const Program<Space>& program,
                       const PointView& v, const ResidualView& r) {
  const ProgramView p = program.view();
  program.a.multiply(v.x, r.p);
  program.a.multiply_transposed(v.y, r.d);
  space.for_each(
      p.n,
      [=] GPUINV_HD(int j) {
        r.d[j] = p.c[j] - r.d[j] - v.z[j] + v.w[j];
        r.u[j] = p.bounds[j] == kBoxed ? p.u[j] - v.x[j] - v.s[j] : 0.0;
      },
      p.m, [=] GPUINV_HD(int i) { r.p[i] = p.b[i] - r.p[i]; });
}

}  // namespace gpuinv
