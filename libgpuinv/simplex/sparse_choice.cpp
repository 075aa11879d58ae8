// sparse_choice.cpp (whether the simplex method on sparse factors pays)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/sparse_choice.hpp"

#include <algorithm>
#include <vector>

#include "libgpuinv/base/machine.hpp"
#include "libgpuinv/lp/network.hpp"
#include "libgpuinv/simplex/changed_basis.hpp"
#include "libgpuinv/simplex/rules.hpp"

namespace gpuinv {
namespace {

constexpr double kBound = 1e-7, kCost = 1e-7;  // GLPK's usual tolerances

bool outside(double x, double l, double u) {
  return x < l - rules::slack(l, kBound) || x > u + rules::slack(u, kBound);
}

bool wrong(double d, At at) {
  return (d < -kCost && at != At::kUpper) || (d > kCost && at != At::kLower);
}

// A boxed variable may go to its other bound.
bool flips(double d, double l, double u) {
  return d < 0.0 ? u < rules::kInfinity : l > -rules::kInfinity;
}

// Returns the distances of two bounds.
std::vector<double> capacities_of(const WorkingLp& lp) {
  std::vector<double> all;
  for (int k = 0; k < lp.n; k++) {
    const double most = lp.u[k] - lp.l[k];
    if (most > 0.0 && most < rules::kInfinity) all.push_back(most);
  }
  return all;
}

}  // namespace

Defects count_defects(const WorkingLp& lp, const SimplexBasis& start,
                      const Interrupt& interrupt) {
  ChangedBasis basis(lp);
  if (!basis.begin(start.basic)) return {kManyDefects};
  std::vector<double> beta = basic_side(lp, start), pi;
  basis.ftran(&beta);
  for (const int k : start.basic) pi.push_back(lp.c[k]);
  basis.btran(&pi);
  int defects = 0, flipped = 0, wrong_costs = 0;
  double paths = 0.0;
  const double capacity = usual_capacity(capacities_of(lp));
  Lookout lookout(interrupt);
  for (int i = 0; i < lp.m; i++) {
    const int k = start.basic[i];
    const double l = lp.l[k], u = lp.u[k], x = beta[i];
    if (!outside(x, l, u)) continue;
    defects++;
    paths += std::max(std::max(l - x, x - u) / capacity - 1.0, 0.0);
  }
  for (std::size_t j = 0; j < start.nonbasic.size(); j++) {
    const int k = start.nonbasic[j];
    double d = lp.c[k];
    lookout.add(static_cast<double>(lp.ptr[k + 1] - lp.ptr[k]));
    for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++)
      d -= pi[lp.ind[t]] * lp.val[t];
    if (lp.fixed(k) || !wrong(d, start.at[j])) continue;
    (flips(d, lp.l[k], lp.u[k]) ? flipped : defects)++;
    wrong_costs++;
  }
  return {defects + flipped / machine::kFlipsPerDefect,
          wrong_costs == 0 && has_one_commodity(lp.ptr.data(), lp.n, lp.m),
          paths};
}

bool has_few_defects(const Size& size) {
  return size.defects.count != kUnknownDefects &&
         machine::kPivotsPerDefect * size.defects.all() <= size.m;
}

// Columns of two elements, arcs of a network, leave rows of the tableau sparse.
double sparse_pivot_seconds(const Size& size) {
  const double columns = std::max(size.n - size.m, 1),
               elements = static_cast<double>(size.nnz) - size.m;
  const double fill =
      std::clamp(elements / (2.0 * columns), 1.0, machine::kMostSparseFill);
  return machine::kSparsePivot +
         machine::kSparseItem * fill * (static_cast<double>(size.nnz) + size.n);
}

double sparse_seconds(const Size& size) {
  return machine::kPivotsPerDefect * std::max(size.defects.count, 1) *
         sparse_pivot_seconds(size);
}

double network_seconds(const Size& size) {
  const double columns = std::max(size.n - size.m, 1);
  return machine::kPivotsPerNode * size.m *
         (machine::kSparsePivot + machine::kNetworkColumn * columns);
}

}  // namespace gpuinv
