// newton_parts.hpp (the element-wise operations of a Newton step)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cmath>

#include "libgpuinv/interior/program.hpp"

namespace gpuinv {

struct Add {
  GPUINV_HD double operator()(double a, double b) const { return a + b; }
};

template <class Space>
double dot(const Space& space, int n, const double* a, const double* b) {
  return space.reduce(
      n, [=] GPUINV_HD(int k) { return a[k] * b[k]; }, 0.0, Add());
}

template <class Space>
void copy(const Space& space, int n, const double* from, double* to) {
  space.for_each(n, [=] GPUINV_HD(int k) { to[k] = from[k]; });
}

template <class Space>
void copy_pair(const Space& space, int n, const double* a, double* to_a, int m,
               const double* b, double* to_b) {
  space.for_each(
      n, [=] GPUINV_HD(int k) { to_a[k] = a[k]; }, m,
      [=] GPUINV_HD(int k) { to_b[k] = b[k]; });
}

template <class Space>
void fill(const Space& space, int n, double value, double* a) {
  space.for_each(n, [=] GPUINV_HD(int k) { a[k] = value; });
}

// a := a + b
template <class Space>
void add(const Space& space, int n, const double* b, double* a) {
  space.for_each(n, [=] GPUINV_HD(int k) { a[k] += b[k]; });
}

// a := b + t*a; with t = 0 a may be anything
template <class Space>
void combine(const Space& space, int n, double t, const double* b, double* a) {
  space.for_each(
      n, [=] GPUINV_HD(int k) { a[k] = t == 0.0 ? b[k] : b[k] + t * a[k]; });
}

// c := a.*b
template <class Space>
void scaled(const Space& space, int n, const double* a, const double* b,
            double* c) {
  space.for_each(n, [=] GPUINV_HD(int k) { c[k] = a[k] * b[k]; });
}

// a := b - a
template <class Space>
void difference(const Space& space, int n, const double* b, double* a) {
  space.for_each(n, [=] GPUINV_HD(int k) { a[k] = b[k] - a[k]; });
}

// a := t*a + s
template <class Space>
void shift_diagonal(const Space& space, int n, double t, double s, double* a) {
  space.for_each(n, [=] GPUINV_HD(int k) { a[k] = t * a[k] + s; });
}

// ||a.*b||
template <class Space>
double scaled_norm(const Space& space, int n, const double* a,
                   const double* b) {
  return std::sqrt(space.reduce(
      n,
      [=] GPUINV_HD(int k) {
        const double t = a[k] * b[k];
        return t * t;
      },
      0.0, Add()));
}

// x := d.*(x - g)
template <class Space>
void newton_values(const Space& space, int n, const double* d, const double* g,
                   double* x) {
  space.for_each(n, [=] GPUINV_HD(int j) { x[j] = d[j] * (x[j] - g[j]); });
}

// d := 1/(z/x + w/s + rho); rho is `free` for free variables, else `bounded`.
template <class Space>
void newton_diagonal(const Space& space, const ProgramView& p,
                     const PointView& v, double free, double bounded,
                     double* d) {
  space.for_each(p.n, [=] GPUINV_HD(int j) {
    double e = p.bounds[j] == kFree ? free : bounded;
    if (p.bounds[j] >= kLower) e += v.z[j] / v.x[j];
    if (p.bounds[j] == kBoxed) e += v.w[j] / v.s[j];
    d[j] = 1.0 / e;
  });
}

// g := d - xz/x + (sw - w*u)/s: the right-hand side of the columns' equations
// after dz, ds and dw are eliminated, dx/diagonal = A'dy - g.
template <class Space>
void newton_right(const Space& space, const ProgramView& p, const PointView& v,
                  const ResidualView& r, double* g) {
  space.for_each(p.n, [=] GPUINV_HD(int j) {
    double e = r.d[j];
    if (p.bounds[j] >= kLower) e -= r.xz[j] / v.x[j];
    if (p.bounds[j] == kBoxed) e += (r.sw[j] - v.w[j] * r.u[j]) / v.s[j];
    g[j] = e;
  });
}

// rest := p - rest - t*y, where rest is A*x
template <class Space>
void newton_rest(const Space& space, int m, double t, const double* p,
                 const double* y, double* rest) {
  space.for_each(m,
                 [=] GPUINV_HD(int i) { rest[i] = p[i] - rest[i] - t * y[i]; });
}

// Returns step'(S*step) for S = A*D*A' + r*I and image = A*D*A'step.
template <class Space>
double gradient_curvature(const Space& space, int m, double r,
                          const double* step, const double* image) {
  return space.reduce(
      m, [=] GPUINV_HD(int i) { return step[i] * (image[i] + r * step[i]); },
      0.0, Add());
}

// y := y + t*step, x := x + t*D*A'step, rest := rest - t*S*step, with work =
// D*A'step and S, image as above.
template <class Space>
void gradient_step(const Space& space, int n, int m, double t, double r,
                   const double* step, const double* work, const double* image,
                   const PointView& out, double* rest) {
  space.for_each(
      n, [=] GPUINV_HD(int j) { out.x[j] += t * work[j]; }, m,
      [=] GPUINV_HD(int i) {
        out.y[i] += t * step[i];
        rest[i] -= t * (image[i] + r * step[i]);
      });
}

// Computes ds, dz and dw from dx.
template <class Space>
void newton_substitute(const Space& space, const ProgramView& p,
                       const PointView& v, const ResidualView& r,
                       const PointView& out) {
  space.for_each(p.n, [=] GPUINV_HD(int j) {
    const bool lower = p.bounds[j] >= kLower, boxed = p.bounds[j] == kBoxed;
    const double dx = out.x[j], ds = boxed ? r.u[j] - dx : 0.0;
    out.z[j] = lower ? (r.xz[j] - v.z[j] * dx) / v.x[j] : 0.0;
    out.s[j] = ds;
    out.w[j] = boxed ? (r.sw[j] - v.w[j] * ds) / v.s[j] : 0.0;
  });
}

}  // namespace gpuinv
