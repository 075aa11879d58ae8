// settle.cpp (rounding taken out of points and rays)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/settle.hpp"

#include <algorithm>
#include <cmath>

#include "libgpuinv/interior/measures.hpp"

namespace gpuinv {

namespace {

// Returns the columns, with their costs as elements of one more row, that are
// free or whose reduced cost needs a bound that does not exist.
SparseVectors columns_without_bound(const InteriorLp& lp, const Products& a) {
  SparseVectors vectors;
  for (int j = 0; j < lp.n; j++) {
    const double d = lp.c[j] - a.columns[j];
    const bool is_free = std::isinf(lp.lower[j]) && std::isinf(lp.upper[j]);
    const double bound = d > 0.0 ? lp.lower[j] : lp.upper[j];
    if (!is_free && (d == 0.0 || std::isfinite(bound))) continue;
    for (int t = lp.start[j]; t < lp.start[j + 1]; t++)
      vectors.append(lp.row[t], lp.value[t]);
    vectors.append(lp.m, lp.c[j]);
    vectors.end_vector();
  }
  return vectors;
}

// Multipliers vanish that are smaller than the distance of their row from the
// bound that they act on: one of the two is rounding.
void drop_idle(const InteriorLp& lp, const std::vector<double>& rows,
               std::vector<double>* y) {
  for (int i = 0; i < lp.m; i++) {
    double& own = (*y)[i];
    const double distance =
        own > 0.0 ? rows[i] - lp.row_lower[i] : lp.row_upper[i] - rows[i];
    if (std::fabs(own) < distance) own = 0.0;
  }
}

}  // namespace

void settle_multipliers(const InteriorLp& lp, const std::vector<double>& x,
                        std::vector<double>* y) {
  drop_idle(lp, row_values(lp, x), y);
  const Products a = products(lp, x, *y);
  // (y, -1) times (a_j, c_j) is -d_j
  std::vector<double> extended = *y;
  extended.push_back(-1.0);
  make_products_vanish(columns_without_bound(lp, a), &extended);
  const double scale = -extended[lp.m];
  for (int i = 0; i < lp.m; i++) (*y)[i] = extended[i] / scale;
}

namespace {

// Restarts of the conjugate gradients, and steps of each: every round removes
// most of the rounding errors that the one before has left.
constexpr int kRounds = 4, kSteps = 200;

// kSmall: share of the terms up to which a product may be an error of the
// solution. kSettled: squared residual norm below which nothing is gained.
constexpr double kSmall = 1e-2, kSettled = 1e-34;

// Growth of this square after which there is no hope: if the vectors depend on
// each other, rounding errors win in the end.
constexpr double kDiverged = 1e8;

// The matrix C: row k is the vector b_k, with each element multiplied by the
// size of x's element there, over the sum t_k of the sizes of all these
// products.  C*(1+e) shall vanish.
class Relative {
 public:
  Relative(const SparseVectors& b, const std::vector<double>& x)
      : b_(b), value_(b.value), right_(b.count(), 0.0) {
    for (int k = 0; k < b.count(); k++) {
      double terms = 0.0, sum = 0.0;
      for (int t = b.start[k]; t < b.start[k + 1]; t++) {
        value_[t] *= x[b.index[t]];
        terms += std::fabs(value_[t]);
        sum += value_[t];
      }
      if (std::fabs(sum) > rounding(b.start[k + 1] - b.start[k], terms))
        settled_ = false;
      if (std::fabs(sum) > kSmall * terms) possible_ = false;
      if (terms == 0.0) continue;
      for (int t = b.start[k]; t < b.start[k + 1]; t++) value_[t] /= terms;
      right_[k] = -sum / terms;
    }
  }

  bool settled() const { return settled_; }
  bool possible() const { return possible_; }
  const std::vector<double>& right() const { return right_; }

  // e := C'*z
  void scatter(const std::vector<double>& z, std::vector<double>* e) const {
    std::fill(e->begin(), e->end(), 0.0);
    for (int k = 0; k < b_.count(); k++)
      for (int t = b_.start[k]; t < b_.start[k + 1]; t++)
        (*e)[b_.index[t]] += value_[t] * z[k];
  }
  // z := C*e
  void gather(const std::vector<double>& e, std::vector<double>* z) const {
    for (int k = 0; k < b_.count(); k++) {
      double sum = 0.0;
      for (int t = b_.start[k]; t < b_.start[k + 1]; t++)
        sum += value_[t] * e[b_.index[t]];
      (*z)[k] = sum;
    }
  }

 private:
  const SparseVectors& b_;
  std::vector<double> value_, right_;
  bool settled_ = true, possible_ = true;
};

double square(const std::vector<double>& v) {
  double sum = 0.0;
  for (double a : v) sum += a * a;
  return sum;
}

// Returns e of least norm with C*e = right, by conjugate gradients on C*C': the
// best one on the way.
std::vector<double> least_change(const Relative& c, std::size_t n) {
  std::vector<double> rest = c.right(), image(rest.size());
  std::vector<double> step(n), e(n, 0.0), gradient(n);
  std::vector<double> kept = e;
  double norm = square(rest), best = norm, last = 0.0;
  for (int k = 0; k < kSteps && best > kSettled; k++) {
    c.scatter(rest, &gradient);
    const double share = k == 0 ? 0.0 : norm / last;
    for (std::size_t i = 0; i < n; i++) step[i] = gradient[i] + share * step[i];
    const double length = square(step);
    if (!(length > 0.0)) break;
    const double t = norm / length;
    for (std::size_t i = 0; i < n; i++) e[i] += t * step[i];
    c.gather(step, &image);
    for (std::size_t i = 0; i < rest.size(); i++) rest[i] -= t * image[i];
    last = norm;
    norm = square(rest);
    if (!(norm <= kDiverged * best)) break;
    if (norm >= best) continue;
    best = norm;
    kept = e;
  }
  return kept;
}

}  // namespace

bool make_products_vanish(const SparseVectors& vectors,
                          std::vector<double>* x) {
  for (int round = 0; round <= kRounds; round++) {
    const Relative c(vectors, *x);
    if (c.settled()) return true;
    if (!c.possible() || round == kRounds) return false;
    const std::vector<double> e = least_change(c, x->size());
    for (std::size_t i = 0; i < e.size(); i++) {
      if (!(std::fabs(e[i]) < 1.0)) return false;
      (*x)[i] += (*x)[i] * e[i];
    }
  }
  return false;
}

}  // namespace gpuinv
