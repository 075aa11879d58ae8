// program.hpp (the bounded form and its points in a space)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/interior/bounded_form.hpp"
#include "libgpuinv/interior/space.hpp"

namespace gpuinv {

// Raw pointers for functors to capture.
struct ProgramView {
  int m, n;
  const double *b, *c, *u;
  const signed char* bounds;
  const double *row_unit, *cost_unit, *value_unit;
};

// Products with the matrix of squared elements.
template <class Matrix>
struct Squares {
  const Matrix& a;
  void multiply(const double* x, double* y) const { a.multiply_squares(x, y); }
};

// A copy of a BoundedForm in the memory of a space.
template <class Space>
struct Program {
  using Vector = typename Space::template Vector<double>;

  Program(const Space& space, const BoundedForm& form)
      : m(form.m), n(form.n), a(space, form.matrix()), squares{a} {
    space.upload(form.b, &b);
    space.upload(form.c, &c);
    space.upload(form.u, &u);
    space.upload(form.bounds, &bounds);
    space.upload(form.row_unit, &row_unit);
    space.upload(form.cost_unit, &cost_unit);
    space.upload(form.value_unit, &value_unit);
    for (signed char kind : form.bounds) pairs += kind;
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  ProgramView view() const {
    return {m,
            n,
            Space::raw(b),
            Space::raw(c),
            Space::raw(u),
            Space::raw(bounds),
            Space::raw(row_unit),
            Space::raw(cost_unit),
            Space::raw(value_unit)};
  }

  int m, n;
  int pairs = 0;  // number of pairs (x,z) and (s,w)
  typename Space::Matrix a;
  Squares<typename Space::Matrix> squares;
  Vector b, c, u;
  typename Space::template Vector<signed char> bounds;
  Vector row_unit, cost_unit, value_unit;
};

// Values x, slacks s = u - x, multipliers y of the rows and z, w of the bounds:
// a point or a direction. z = 0 if there is no lower bound, s = w = 0 if there
// is no upper one.
struct PointView {
  double *x, *s, *z, *w, *y;
};

template <class Space>
struct Point {
  using Vector = typename Space::template Vector<double>;

  Point(int m, int n) : x(n), s(n), z(n), w(n), y(m) {}
  PointView view() {
    return {Space::raw(x), Space::raw(s), Space::raw(z), Space::raw(w),
            Space::raw(y)};
  }

  Vector x, s, z, w, y;
};

// The residuals of the optimality conditions at a point.
struct ResidualView {
  double* p;   // m: b - A*x
  double* u;   // n: u - x - s
  double* d;   // n: c - A'y - z + w
  double* xz;  // n: the wanted change of x*z
  double* sw;  // n: the wanted change of s*w
};

template <class Space>
struct Residual {
  using Vector = typename Space::template Vector<double>;

  Residual(int m, int n) : p(m), u(n), d(n), xz(n), sw(n) {}
  ResidualView view() {
    return {Space::raw(p), Space::raw(u), Space::raw(d), Space::raw(xz),
            Space::raw(sw)};
  }

  Vector p, u, d, xz, sw;
};

}  // namespace gpuinv
