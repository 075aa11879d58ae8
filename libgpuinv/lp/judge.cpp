// judge.cpp (errors of a point, as the problem is given and well scaled)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>
#include <vector>

#include "libgpuinv/lp/point.hpp"

namespace gpuinv {
namespace {

using Vector = std::vector<double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Range {
  double lo = kInfinity, hi = 0.0;

  void add(double t) {
    lo = std::min(lo, t);
    hi = std::max(hi, t);
  }
  bool empty() const { return hi == 0.0; }
  // Returns the reciprocal of sqrt(lo * hi), rounded to a power of two.
  double inverse_mean() const {
    int k;
    const double f = std::frexp(std::sqrt(lo) * std::sqrt(hi), &k);
    return std::ldexp(1.0, f < std::sqrt(0.5) ? 1 - k : -k);
  }
};

// Scale factors of the rows and columns of a matrix.
struct Scaling {
  Vector rows, columns;

  Scaling(int m, int n) : rows(m, 1.0), columns(n, 1.0) {}
};

// Returns the factors that turn the elements of lp.val into a_ij.
Scaling unscaling(const gpuinv_interior_lp& lp, const ScaleFactors& factors) {
  Scaling a(lp.m, lp.n);
  if (factors.applied == 0) return a;
  for (int i = 0; i < lp.m; i++) a.rows[i] = factors.applied / factors.rows[i];
  for (int j = 0; j < lp.n; j++) a.columns[j] = 1.0 / factors.columns[j];
  return a;
}

// Calls visit(i, j, |a_ij|) for all elements but zeros.
template <class Visit>
void visit_elements(const gpuinv_interior_lp& lp, const Scaling& unscale,
                    Visit&& visit) {
  for (int j = 0; j < lp.n; j++)
    for (int t = lp.ptr[j] - lp.base; t < lp.ptr[j + 1] - lp.base; t++) {
      const int i = lp.ind[t] - lp.base;
      const double a =
          std::fabs(lp.val[t] * (unscale.columns[j] * unscale.rows[i]));
      if (a != 0.0) visit(i, j, a);
    }
}

// Whether a badly scaled matrix is one with the factors, too.
bool is_bad(const gpuinv_interior_lp& lp, const Scaling& unscale,
            const ScaleFactors& factors) {
  const auto is_one = [](double f) { return f == 1.0; };
  if (std::all_of(factors.rows, factors.rows + lp.m, is_one) &&
      std::all_of(factors.columns, factors.columns + lp.n, is_one))
    return true;
  Range range;
  visit_elements(lp, unscale, [&](int i, int j, double a) {
    range.add(a * factors.rows[i] * factors.columns[j]);
  });
  return badly_scaled(range.lo, range.hi);
}

// One pass of geometric scaling: first the rows, then the columns.
void geometric_pass(const gpuinv_interior_lp& lp, const Scaling& unscale,
                    Scaling* scale) {
  std::vector<Range> rows(lp.m), columns(lp.n);
  visit_elements(lp, unscale, [&](int i, int j, double a) {
    rows[i].add(a * scale->columns[j]);
  });
  for (int i = 0; i < lp.m; i++)
    if (!rows[i].empty()) scale->rows[i] = rows[i].inverse_mean();
  visit_elements(lp, unscale, [&](int i, int j, double a) {
    columns[j].add(a * scale->rows[i]);
  });
  for (int j = 0; j < lp.n; j++)
    if (!columns[j].empty()) scale->columns[j] = columns[j].inverse_mean();
}

// Two passes of geometric scaling.
void scale_well(const gpuinv_interior_lp& lp, const Scaling& unscale,
                double* good) {
  Scaling scale(lp.m, lp.n);
  for (int pass = 0; pass < 2; pass++) geometric_pass(lp, unscale, &scale);
  good = std::copy(scale.rows.begin(), scale.rows.end(), good);
  std::copy(scale.columns.begin(), scale.columns.end(), good);
}

double objective_scale(const gpuinv_interior_lp& lp, const double* columns) {
  Range range;
  for (int j = 0; j < lp.n; j++) {
    const double c = std::fabs(lp.c[j]) * columns[j];
    if (c != 0.0) range.add(c);
  }
  return range.empty() ? 1.0 : std::max(1.0, range.inverse_mean());
}

void raise(double* most, double e) { *most = std::max(*most, e); }

}  // namespace

bool badly_scaled(double min_aij, double max_aij) {
  constexpr double kBad = 1e4;
  return max_aij > kBad || min_aij < 1.0 / kBad || max_aij > kBad * min_aij;
}

Judgement judge(const gpuinv_interior_lp& lp, const ScaleFactors& factors,
                const double* prim, const double* dual, double* good) {
  Judgement judgement;
  KktErrors& errors = judgement.errors;
  const Scaling unscale = unscaling(lp, factors);
  const bool applied = factors.applied != 0;
  const Balances sums =
      balances(lp,
               {applied ? unscale.rows.data() : nullptr,
                applied ? unscale.columns.data() : nullptr, DBL_EPSILON},
               prim, dual);
  errors = errors_in(lp, sums, {}, prim, dual);
  raise(&errors.db, errors.ds);
  judgement.share = wrong_share(lp, prim, dual);
  if (!badly_scaled(errors.min_aij, errors.max_aij)) return judgement;
  judgement.bad = is_bad(lp, unscale, factors) ? 2 : 1;
  Units units = {factors.rows, factors.columns};
  std::vector<double> own;
  if (judgement.bad == 2) {
    if (good == nullptr) {
      own.resize(static_cast<std::size_t>(lp.m) + lp.n);
      good = own.data();
    }
    if (good[0] == 0.0) scale_well(lp, unscale, good);
    units = {good, good + lp.m};
  }
  units.objective = judgement.objective = objective_scale(lp, units.columns);
  const KktErrors other = errors_in(lp, sums, units, prim, dual);
  raise(&errors.pe, other.pe);
  raise(&errors.pb, other.pb);
  raise(&errors.de, other.de);
  raise(&errors.db, std::max(other.db, other.ds));
  return judgement;
}

}  // namespace gpuinv
