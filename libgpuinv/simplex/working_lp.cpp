// working_lp.cpp (linear program and basis of a simplex engine)
// SPDX-License-Identifier: GPL-3.0-or-later

// Errors name rows, columns and positions as the caller counts them.

#include "libgpuinv/simplex/working_lp.hpp"

#include <cfloat>
#include <cmath>
#include <string>

#include "libgpuinv/lp/lp_checks.hpp"

namespace gpuinv {
namespace {

std::string number(int k, const gpuinv_lp& lp) {
  return std::to_string(k + lp.base);
}

void check_shape(const gpuinv_lp& lp) {
  check_base(lp.base);
  if (lp.m < 1) refuse_lp("m = " + std::to_string(lp.m) + " is not positive");
  if (lp.n <= lp.m)
    refuse_lp("n = " + std::to_string(lp.n) +
              " is not greater than m = " + std::to_string(lp.m));
  require_arrays({{lp.ptr, "ptr"},
                  {lp.ind, "ind"},
                  {lp.val, "val"},
                  {lp.b, "b"},
                  {lp.c, "c"},
                  {lp.l, "l"},
                  {lp.u, "u"},
                  {lp.head, "head"},
                  {lp.flag, "flag"}});
}

void borrow_matrix(const gpuinv_lp& lp, WorkingLp& borrowed) {
  check_matrix({lp.base, lp.m, lp.n, lp.ptr, lp.ind, lp.val});
  borrowed.ptr = {lp.ptr, lp.base};
  borrowed.ind = {lp.ind, lp.base};
  borrowed.val = {lp.val, static_cast<std::size_t>(lp.ptr[lp.n] - lp.base)};
}

// The flag only decides between two different bounds.
At position(const gpuinv_lp& lp, int j) {
  const int k = lp.head[lp.m + j] - lp.base;
  const bool has_lower = lp.l[k] > -DBL_MAX, has_upper = lp.u[k] < DBL_MAX;
  if (!has_lower) return has_upper ? At::kUpper : At::kFree;
  const bool at_upper = has_upper && lp.l[k] != lp.u[k] && lp.flag[j] != 0;
  return at_upper ? At::kUpper : At::kLower;
}

bool can_stand(const WorkingLp& lp, int k, At at) {
  switch (at) {
    case At::kLower:
      return std::isfinite(lp.l[k]);
    case At::kUpper:
      return std::isfinite(lp.u[k]);
    case At::kFree:
      return !std::isfinite(lp.l[k]) && !std::isfinite(lp.u[k]);
  }
  return false;
}

}  // namespace

Size shape_of(const gpuinv_lp& lp) {
  check_shape(lp);
  return {lp.m, lp.n, static_cast<std::size_t>(lp.ptr[lp.n] - lp.base)};
}

WorkingLp borrow_lp(const gpuinv_lp& lp) {
  check_shape(lp);
  WorkingLp borrowed;
  borrowed.m = lp.m;
  borrowed.n = lp.n;
  borrow_matrix(lp, borrowed);
  borrowed.b = copy_finite(lp.base, lp.m, lp.b, "right-hand side");
  borrowed.c = copy_finite(lp.base, lp.n, lp.c, "cost");
  copy_bounds(lp.base, lp.n, lp.l, lp.u, "column", borrowed.l, borrowed.u);
  return borrowed;
}

SimplexBasis copy_basis(const gpuinv_lp& lp) {
  check_shape(lp);
  std::vector<bool> seen(lp.n, false);
  for (int i = 0; i < lp.n; i++) {
    if (lp.head[i] < lp.base || lp.head[i] - lp.base >= lp.n)
      refuse_lp("head " + number(i, lp) + ": column " +
                std::to_string(lp.head[i]) + " does not exist");
    const int k = lp.head[i] - lp.base;
    if (seen[k]) refuse_lp("column " + number(k, lp) + " is twice in head");
    seen[k] = true;
  }
  SimplexBasis basis;
  for (int i = 0; i < lp.n; i++)
    (i < lp.m ? basis.basic : basis.nonbasic).push_back(lp.head[i] - lp.base);
  for (int j = 0; j < lp.n - lp.m; j++) basis.at.push_back(position(lp, j));
  return basis;
}

bool is_basis(const WorkingLp& lp, const SimplexBasis& basis) {
  const std::size_t m = lp.m, nn = lp.n - lp.m;
  if (basis.basic.size() != m || basis.nonbasic.size() != nn ||
      basis.at.size() != nn)
    return false;
  std::vector<bool> seen(lp.n, false);
  for (const auto* part : {&basis.basic, &basis.nonbasic}) {
    for (int k : *part) {
      if (k < 0 || k >= lp.n || seen[k]) return false;
      seen[k] = true;
    }
  }
  for (std::size_t j = 0; j < nn; j++)
    if (!can_stand(lp, basis.nonbasic[j], basis.at[j])) return false;
  return true;
}

}  // namespace gpuinv
