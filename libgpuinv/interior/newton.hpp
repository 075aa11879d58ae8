// newton.hpp (Newton directions from the normal equations)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "libgpuinv/interior/newton_parts.hpp"
#include "libgpuinv/interior/normal_equations.hpp"
#include "libgpuinv/interior/program.hpp"
#include "libgpuinv/interior/space.hpp"
#include "libgpuinv/interior/tuning.hpp"

namespace gpuinv {

// The three tests (3.16) to (3.18) of Jung and O'Leary (2008), with their
// parameters.
// (3.16): largest ||r - S*y|| / ||r|| of a solution y by the factor alone.
constexpr double kPoorResidual = 1e-2;
// (3.17): if more than n - m elements of D are below kSmall, S lacks rank.
constexpr double kSmall = 1e-4;
// (3.18): elements of D above mu*kLarge grow without bound; their largest over
// their smallest is at most kSpread.  D is x/z with x*z near mu.  Here costs
// and values are at most 1, so that elements which vanish can also be above
// mu*kLarge, but not above kBalance, where x = z.
constexpr double kLarge = 1e3, kBalance = 1.0, kSpread = 1e5;

struct WeightSpread {
  double small;        // number of small elements
  double least, most;  // of the large elements
};

struct JoinSpreads {
  GPUINV_HD WeightSpread operator()(const WeightSpread& a,
                                    const WeightSpread& b) const {
    return {a.small + b.small, a.least < b.least ? a.least : b.least,
            a.most > b.most ? a.most : b.most};
  }
};

// Returns whether (3.17) or (3.18) asks for double precision, for the weights
// d[n] of S with m rows.
template <class Space>
bool weights_need_double(const Space& space, int m, int n, const double* d,
                         double mu) {
  const double none = std::numeric_limits<double>::infinity();
  const double diverging = mu * kLarge > kBalance ? mu * kLarge : kBalance;
  const WeightSpread spread = space.reduce(
      n,
      [=] GPUINV_HD(int j) {
        const bool large = d[j] > diverging;
        return WeightSpread{d[j] < kSmall ? 1.0 : 0.0, large ? d[j] : none,
                            large ? d[j] : 0.0};
      },
      WeightSpread{0.0, none, 0.0}, JoinSpreads());
  return spread.small > n - m || spread.most > kSpread * spread.least;
}

// Computes directions (dx, ds, dz, dw, dy) with
//   A*dx = p, dx + ds = u, A'dy + dz - dw = d,
//   z*dx + x*dz = xz, w*ds + s*dw = sw
// by the normal equations S = A*D*A' + kDual*I.  One object serves all points
// of a solve.
template <class Space>
class Newton {
 public:
  using Vector = typename Space::template Vector<double>;

  Newton(const Space& space, const Program<Space>& program,
         NormalEquations& normal)
      : space_(space),
        program_(program),
        normal_(normal),
        diagonal_(program.n),
        g_(program.n),
        work_(program.n),
        kept_x_(program.n),
        shift_(program.m),
        rest_(program.m),
        step_(program.m),
        image_(program.m),
        better_(program.m),
        kept_y_(program.m),
        weight_(program.m) {}

  // D, n elements; the caller sets it before factorize().
  double* diagonal() { return Space::raw(diagonal_); }
  // Returns false if no regularization makes S definite.
  bool factorize();
  // Sets D for the point v, whose average product is mu, and factorizes.
  bool factorize_at(const PointView& v, double mu) {
    const double bounded =
        std::max(std::min(kProximal, kProximalShare * mu), course_.least);
    newton_diagonal(space_, program_.view(), v, course_.free, bounded,
                    diagonal());
    if (normal_.single() &&
        weights_need_double(space_, program_.m, program_.n, diagonal(), mu))
      normal_.leave_single();
    return factorize();
  }
  // Lowers the proximal term on free variables, so that they move farther.
  void loosen() { course_.free = std::max(kLoosen * course_.free, kProximal); }
  // Raises the least proximal term on bounded variables, so that D ranges over
  // fewer decades; mu is the average product.
  void narrow(double mu) {
    course_.least = std::min(
        kProximal, kNarrow * std::max(course_.least, kProximalShare * mu));
  }
  // From now on, what the proximal term on y leaves of A*dx = p is corrected,
  // too.
  void refine() { course_.exact = true; }
  // Forgets all that earlier iterations have changed.
  void restart() { course_ = {}; }
  // Conjugate gradients end after so many steps that do not halve the residual.
  void set_patience(int steps) { patience_ = steps; }
  // Sets the weights of row_norm(): a residual counts relative to what the
  // tests of an optimum accept of its row at x (measures.hpp).  So no large row
  // excuses a small one, and the rounding errors of large rows do not hide what
  // is left of small ones.
  void weigh(const double* x);
  double row_norm(const double* r) const {
    return scaled_norm(space_, program_.m, Space::raw(weight_), r);
  }
  // Computes the direction of the residual r at v.  What is left of A*dx = p
  // has a row_norm() of at most target, if that is in reach.
  void solve(const PointView& v, const ResidualView& r, double target,
             const PointView& out) {
    newton_right(space_, program_.view(), v, r, Space::raw(g_));
    project(r.p, Space::raw(g_), target, out);
    newton_substitute(space_, program_.view(), v, r, out);
  }
  // Returns the number of solves with S since the last call.
  int take_solves() { return std::exchange(solves_, 0); }
  // Solves x = D*(A'y - g) with A*x = p for x and y.
  void project(const double* p, const double* g, double target,
               const PointView& out);

 private:
  // What iterations change for those that follow.
  struct Course {
    double free = kProximalFree;  // the proximal term of free columns
    double least = 0.0;           // that of others is at least this
    double relative = 0.0;        // what S's diagonal is raised by
    int wait = 0;                 // factorizations until less is tried
    bool exact = false;           // refine()
  };

  double rest_norm() const { return row_norm(Space::raw(rest_)); }
  double given_norm(const double* r) const {
    return scaled_norm(space_, program_.m, program_.view().row_unit, r);
  }
  double precondition();
  void solve_normal(double* y) {
    normal_.solve(y);
    solves_++;
  }
  void lacking(const double* p, const PointView& out);
  void keep(const PointView& out);
  void start_from(const double* p, const double* g, const PointView& out);
  double gradients(double target, const PointView& out);
  bool leave_single();

  const Space& space_;
  const Program<Space>& program_;
  NormalEquations& normal_;
  Vector diagonal_, g_, work_, kept_x_;                            // n
  Vector shift_, rest_, step_, image_, better_, kept_y_, weight_;  // m
  Course course_;
  int patience_ = kGradientSteps;
  int solves_ = 0;
  double right_ = 0.0;  // norm of the right-hand side (single precision)
};

template <class Space>
bool Newton<Space>::factorize() {
  const int m = program_.m;
  double* shift = Space::raw(shift_);
  fill(space_, m, kDual, shift);
  double relative = course_.relative;
  if (relative > 0.0 && --course_.wait == 0) {
    relative = relative > kRelative ? relative / kRaise : 0.0;
    course_.wait = kWait;
  }
  while (relative <= kRelativeMost) {
    if (relative > 0.0) {
      program_.squares.multiply(diagonal(), shift);
      shift_diagonal(space_, m, relative, kDual, shift);
    }
    course_.relative = relative;
    if (normal_.factorize(diagonal(), shift)) return true;
    if (normal_.single()) {
      normal_.leave_single();
      continue;
    }
    relative = std::max(kRelative, kRaise * relative);
    course_.wait = kWait;
  }
  return false;
}

template <class Space>
void Newton<Space>::project(const double* p, const double* g, double target,
                            const PointView& out) {
  bool again = true;
  while (again) {
    start_from(p, g, out);
    again = normal_.single() &&
            given_norm(Space::raw(rest_)) > kPoorResidual * right_ &&
            leave_single();
    if (again) continue;
    double left = gradients(target, out);
    for (int k = 0; course_.exact && k < kRefinements; k++) {
      lacking(p, out);
      if (rest_norm() <= target) break;
      left = gradients(target, out);
    }
    again = target > 0.0 && left > target && leave_single();
  }
}

// Factorizes the same S again in double precision.  Returns false if that has
// been done already or if S is not definite.
template <class Space>
bool Newton<Space>::leave_single() {
  if (!normal_.single()) return false;
  normal_.leave_single();
  return factorize();
}

// y := inv(S)*(p + A*D*g), the x that belongs to it, and the rest of A*x = p.
template <class Space>
void Newton<Space>::start_from(const double* p, const double* g,
                               const PointView& out) {
  const double* d = diagonal();
  double* work = Space::raw(work_);
  double* rest = Space::raw(rest_);
  scaled(space_, program_.n, d, g, work);
  program_.a.multiply(work, out.y);
  add(space_, program_.m, p, out.y);
  if (normal_.single()) right_ = given_norm(out.y);
  solve_normal(out.y);
  program_.a.multiply_transposed(out.y, out.x);
  newton_values(space_, program_.n, d, g, out.x);
  program_.a.multiply(out.x, rest);
  newton_rest(space_, program_.m, kDual, p, out.y, rest);
}

// rest := p - A*x
template <class Space>
void Newton<Space>::lacking(const double* p, const PointView& out) {
  program_.a.multiply(out.x, Space::raw(rest_));
  difference(space_, program_.m, p, Space::raw(rest_));
}

// Conjugate gradients on S*e = rest, preconditioned by the factor. x and y are
// corrected on the way, and rest stays the residual of A*x = p.  As rounding
// can undo progress, the best x and y are kept.  Returns the norm of their
// rest.
template <class Space>
double Newton<Space>::gradients(double target, const PointView& out) {
  const int m = program_.m, n = program_.n;
  double* step = Space::raw(step_);
  double* image = Space::raw(image_);
  double* work = Space::raw(work_);
  double product = 0.0, best = rest_norm(), halved = best;
  if (best <= target) return best;
  keep(out);
  int since = 0;  // steps since the rest was halved
  for (int k = 0; k < kGradientSteps && best > target && since < patience_;
       k++) {
    const double last = product;
    product = precondition();
    if (!(product > 0.0) || !std::isfinite(product)) break;
    combine(space_, m, k == 0 ? 0.0 : product / last, Space::raw(better_),
            step);
    program_.a.multiply_transposed(step, work);
    scaled(space_, n, diagonal(), work, work);
    program_.a.multiply(work, image);
    const double curvature = gradient_curvature(space_, m, kDual, step, image);
    if (!(curvature > 0.0)) break;
    gradient_step(space_, n, m, product / curvature, kDual, step, work, image,
                  out, Space::raw(rest_));
    const double norm = rest_norm();
    if (!(norm <= kDiverged * best)) break;
    since = norm <= 0.5 * halved ? 0 : since + 1;
    if (since == 0) halved = norm;
    if (norm >= best) continue;
    best = norm;
    keep(out);
  }
  copy_pair(space_, n, Space::raw(kept_x_), out.x, m, Space::raw(kept_y_),
            out.y);
  return best;
}

template <class Space>
double Newton<Space>::precondition() {
  copy(space_, program_.m, Space::raw(rest_), Space::raw(better_));
  solve_normal(Space::raw(better_));
  return dot(space_, program_.m, Space::raw(rest_), Space::raw(better_));
}

template <class Space>
void Newton<Space>::keep(const PointView& out) {
  copy_pair(space_, program_.n, out.x, Space::raw(kept_x_), program_.m, out.y,
            Space::raw(kept_y_));
}

// The weight is the inverse of what the tests of an optimum accept, in units of
// their tolerance.  That is the row's bound (or 1 in units of the given
// problem) plus the size of its terms, but at most kGivenRows times the bound,
// plus the rounding error of the terms.  Their size is taken as their norm,
// which is at most the sum of their magnitudes.
template <class Space>
void Newton<Space>::weigh(const double* x) {
  const ProgramView p = program_.view();
  double* weight = Space::raw(weight_);
  scaled(space_, p.n, x, x, Space::raw(work_));
  program_.squares.multiply(Space::raw(work_), weight);
  space_.for_each(p.m, [=] GPUINV_HD(int i) {
    const double own = 1.0 / p.row_unit[i] + fabs(p.b[i]);
    const double size = sqrt(weight[i]);
    weight[i] = 1.0 / (fmin(own + size, kGivenRows * own) + kRounded * size);
  });
}

}  // namespace gpuinv
