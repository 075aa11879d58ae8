// scaling.cpp (scaling of a linear program to comparable units)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/scaling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "libgpuinv/base/parallel_for.hpp"

namespace gpuinv {

namespace {

constexpr int kPasses = 6;

// Geometric means do not improve a matrix whose elements spread less.
constexpr double kSpread = 1e2;

// Smallest and largest scaled element of a row or column.
struct Extremes {
  double least = std::numeric_limits<double>::infinity(), greatest = 0.0;
  void add(double a) {
    least = std::min(least, a);
    greatest = std::max(greatest, a);
  }
  void add(const Extremes& e) {
    least = std::min(least, e.least);
    greatest = std::max(greatest, e.greatest);
  }
  double mean() const {
    return greatest > 0.0 ? std::sqrt(least) * std::sqrt(greatest) : 1.0;
  }
  double largest() const { return greatest > 0.0 ? greatest : 1.0; }
};

// The quantity by which a sweep over the matrix divides the columns.
enum Divisor { kNone = 0, kMean = 1, kLargest = 2 };

// Returns the extremes of column j times the row factors.
Extremes column_extremes(const InteriorLp& lp, const Scaling& s, int j) {
  Extremes e;
  for (int t = lp.start[j]; t < lp.start[j + 1]; t++) {
    const double a = std::fabs(lp.value[t]) * s.row[lp.row[t]];
    if (a > 0.0) e.add(a);
  }
  return e;
}

// Scales the columns first..end-1 by their own elements, then adds these to the
// extremes of their rows.
void sweep_columns(const InteriorLp& lp, Scaling& s, int divisor, int first,
                   int end, std::vector<Extremes>* rows) {
  for (int j = first; j < end; j++) {
    double& c = s.column[j];
    if (divisor != kNone) {
      const Extremes e = column_extremes(lp, s, j);
      if (divisor & kMean) c /= Extremes{e.least * c, e.greatest * c}.mean();
      if (divisor & kLargest) c /= Extremes{0.0, e.greatest * c}.largest();
    }
    for (int t = lp.start[j]; t < lp.start[j + 1]; t++) {
      const double a = std::fabs(lp.value[t]) * s.row[lp.row[t]] * c;
      if (a > 0.0) (*rows)[lp.row[t]].add(a);
    }
  }
}

// Does one sweep with a few threads; returns the extremes of the rows after it.
std::vector<Extremes> sweep(const InteriorLp& lp, Scaling& s, int divisor) {
  const int parts = parts_for(lp.row.size() * sizeof(double));
  const std::vector<int> first = split_columns(lp.start.data(), lp.n, parts);
  std::vector<std::vector<Extremes>> rows(parts, std::vector<Extremes>(lp.m));
  parallel_for(parts, [&](int p) {
    sweep_columns(lp, s, divisor, first[p], first[p + 1], &rows[p]);
  });
  for (int p = 1; p < parts; p++)
    for (int i = 0; i < lp.m; i++) rows[0][i].add(rows[p][i]);
  return std::move(rows[0]);
}

double spread(const std::vector<Extremes>& rows) {
  Extremes all;
  for (const Extremes& e : rows) all.add(e);
  return all.greatest == 0.0 ? 1.0 : all.greatest / all.least;
}

}  // namespace

double spread(const InteriorLp& lp) {
  Scaling s{std::vector<double>(lp.m, 1.0), std::vector<double>(lp.n, 1.0)};
  return spread(sweep(lp, s, kNone));
}

double power_of_two(double a) { return std::exp2(std::round(std::log2(a))); }

Scaling scale(const InteriorLp& lp) {
  Scaling s{std::vector<double>(lp.m, 1.0), std::vector<double>(lp.n, 1.0)};
  std::vector<Extremes> rows = sweep(lp, s, kNone);
  const int passes = spread(rows) > kSpread ? kPasses : 0;
  for (int pass = 0; pass < passes; pass++) {
    for (int i = 0; i < lp.m; i++) s.row[i] /= rows[i].mean();
    rows = sweep(lp, s, pass + 1 < passes ? kMean : kMean | kLargest);
  }
  if (passes == 0) rows = sweep(lp, s, kLargest);
  for (int i = 0; i < lp.m; i++)
    s.row[i] = power_of_two(s.row[i] / rows[i].largest());
  for (double& c : s.column) c = power_of_two(c);
  return s;
}

namespace {

// A matrix whose elements spread less is not scaled.
constexpr double kComparable = 1e9;

// v := factor*v; returns false if that rounds.
bool multiply(double factor, double* v) {
  const double product = *v * factor;
  if (product / factor != *v) return false;
  *v = product;
  return true;
}

bool multiply(const std::vector<double>& factor, bool inverse,
              std::vector<double>* v) {
  for (std::size_t k = 0; k < v->size(); k++)
    if (!multiply(inverse ? 1.0 / factor[k] : factor[k], &(*v)[k]))
      return false;
  return true;
}

void multiply(const std::vector<double>& factor, std::vector<double>* v) {
  for (std::size_t k = 0; k < factor.size(); k++) (*v)[k] *= factor[k];
}

void divide(const std::vector<double>& factor, std::vector<double>* v) {
  for (std::size_t k = 0; k < factor.size(); k++) (*v)[k] /= factor[k];
}

}  // namespace

Equilibration::Equilibration(InteriorLp* lp) {
  if (spread(*lp) <= kComparable) return;
  Scaling s = scale(*lp);
  row_ = std::move(s.row);
  column_ = std::move(s.column);
  InteriorLp scaled = *lp;
  if (apply(&scaled)) {
    *lp = std::move(scaled);
  } else {
    row_.clear();
    column_.clear();
  }
}

bool Equilibration::apply(InteriorLp* lp) const {
  for (int j = 0; j < lp->n; j++)
    for (int t = lp->start[j]; t < lp->start[j + 1]; t++)
      if (!multiply(row_[lp->row[t]] * column_[j], &lp->value[t])) return false;
  return multiply(row_, false, &lp->row_lower) &&
         multiply(row_, false, &lp->row_upper) &&
         multiply(column_, false, &lp->c) &&
         multiply(column_, true, &lp->lower) &&
         multiply(column_, true, &lp->upper);
}

void Equilibration::restore(InteriorLp* lp) const {
  if (row_.empty()) return;
  for (int j = 0; j < lp->n; j++)
    for (int t = lp->start[j]; t < lp->start[j + 1]; t++)
      lp->value[t] /= row_[lp->row[t]] * column_[j];
  divide(row_, &lp->row_lower);
  divide(row_, &lp->row_upper);
  divide(column_, &lp->c);
  multiply(column_, &lp->lower);
  multiply(column_, &lp->upper);
}

void Equilibration::restore(std::vector<double>* row_value,
                            std::vector<double>* row_dual,
                            std::vector<double>* column_value,
                            std::vector<double>* column_dual) const {
  divide(row_, row_value);
  multiply(row_, row_dual);
  multiply(column_, column_value);
  divide(column_, column_dual);
}

}  // namespace gpuinv
