// scaling.cpp (scale factors of a linear program)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "scaling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gpuinv {
namespace {

constexpr int kPasses = 6;

// A matrix whose elements spread less is not made better by means.
constexpr double kSpread = 1e2;

// Least and greatest scaled element of each row or column.
struct Extremes {
  explicit Extremes(int n)
      : least(n, std::numeric_limits<double>::infinity()), greatest(n, 0.0) {}
  void add(int k, double a) {
    least[k] = std::min(least[k], a);
    greatest[k] = std::max(greatest[k], a);
  }
  std::vector<double> least, greatest;
};

template <class Visit>
void each(const InteriorLp& lp, const Scaling& s, Visit visit) {
  for (int j = 0; j < lp.n; j++)
    for (int t = lp.start[j]; t < lp.start[j + 1]; t++) {
      const double a = std::fabs(lp.value[t]);
      if (a > 0.0) visit(lp.row[t], j, a * s.row[lp.row[t]] * s.column[j]);
    }
}

double spread(const InteriorLp& lp) {
  Extremes all(1);
  for (double a : lp.value)
    if (a != 0.0) all.add(0, std::fabs(a));
  return all.greatest[0] == 0.0 ? 1.0 : all.greatest[0] / all.least[0];
}

void divide_by_means(const Extremes& e, std::vector<double>* factor) {
  for (std::size_t k = 0; k < factor->size(); k++)
    if (e.greatest[k] > 0.0)
      (*factor)[k] /= std::sqrt(e.least[k]) * std::sqrt(e.greatest[k]);
}

void divide_by_largest(const Extremes& e, std::vector<double>* factor) {
  for (std::size_t k = 0; k < factor->size(); k++)
    if (e.greatest[k] > 0.0) (*factor)[k] /= e.greatest[k];
}

}  // namespace

double power_of_two(double a) { return std::exp2(std::round(std::log2(a))); }

Scaling scale(const InteriorLp& lp) {
  Scaling s{std::vector<double>(lp.m, 1.0), std::vector<double>(lp.n, 1.0)};
  const int passes = spread(lp) > kSpread ? kPasses : 0;
  for (int pass = 0; pass < passes; pass++) {
    Extremes rows(lp.m), columns(lp.n);
    each(lp, s, [&](int i, int, double a) { rows.add(i, a); });
    divide_by_means(rows, &s.row);
    each(lp, s, [&](int, int j, double a) { columns.add(j, a); });
    divide_by_means(columns, &s.column);
  }
  Extremes rows(lp.m), columns(lp.n);
  each(lp, s, [&](int, int j, double a) { columns.add(j, a); });
  divide_by_largest(columns, &s.column);
  each(lp, s, [&](int i, int, double a) { rows.add(i, a); });
  divide_by_largest(rows, &s.row);
  for (double& r : s.row) r = power_of_two(r);
  for (double& c : s.column) c = power_of_two(c);
  return s;
}

}  // namespace gpuinv
