// residuals.hpp (residuals of a point, and the way back to small ones)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/interior/program.hpp"
#include "libgpuinv/interior/tuning.hpp"

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

template <class Space>
Sums row_sums(const Space& space, const ProgramView& p, const PointView& v,
              const ResidualView& r) {
  return space.reduce(
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

template <class Space>
Sums column_sums(const Space& space, const ProgramView& p, const PointView& v,
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
      Sums(), AddSums());
}

// Computes r.p, r.u and r.d at the point v.
template <class Space>
void compute_residuals(const Space& space, const Program<Space>& program,
                       const PointView& v, const ResidualView& r) {
  const ProgramView p = program.view();
  program.a.multiply(v.x, r.p);
  program.a.multiply_transposed(v.y, r.d);
  space.for_each(p.m, [=] GPUINV_HD(int i) { r.p[i] = p.b[i] - r.p[i]; });
  space.for_each(p.n, [=] GPUINV_HD(int j) {
    r.d[j] = p.c[j] - r.d[j] - v.z[j] + v.w[j];
    r.u[j] = p.bounds[j] == kBoxed ? p.u[j] - v.x[j] - v.s[j] : 0.0;
  });
}

// Near an optimum D = x/z is x^2/mu.  If fewer variables are large than there
// are rows, the part of the others in S = A*D*A' is lost in rounding errors,
// and directions leave A*dx = p by as much as the small variables are.  The
// weights x themselves range over half as many decades.  With them, dx = D*A'e
// is the smallest change relative to what each variable may lose.  So it brings
// x back to A*x = b and leaves products x*z of the same size.

// d := 1/(size/x + size/s).  If size is the square root of mu, these are the
// square roots of D, and proximal terms stay as small beside them.  Free
// variables move as easily as at the start.
template <class Space>
void restoring_diagonal(const Space& space, const ProgramView& p,
                        const PointView& v, double size, double* d) {
  space.for_each(p.n, [=] GPUINV_HD(int j) {
    double e = p.bounds[j] == kFree ? kStartFree : 0.0;
    if (p.bounds[j] >= kLower) e += size / v.x[j];
    if (p.bounds[j] == kBoxed) e += size / v.s[j];
    d[j] = 1.0 / e;
  });
}

// x := x + dx, s := s - dx, but neither falls below a share of its old value.
// Each variable is stopped by itself: with a common step length the smallest
// variables, which matter least to any row, would hold back all others.
template <class Space>
void move_inside(const Space& space, const ProgramView& p, const PointView& v,
                 const double* dx) {
  space.for_each(p.n, [=] GPUINV_HD(int j) {
    double change = dx[j];
    if (p.bounds[j] >= kLower && change < -kMostLost * v.x[j])
      change = -kMostLost * v.x[j];
    if (p.bounds[j] == kBoxed && change > kMostLost * v.s[j])
      change = kMostLost * v.s[j];
    v.x[j] += change;
    if (p.bounds[j] == kBoxed) v.s[j] -= change;
  });
}

}  // namespace gpuinv
