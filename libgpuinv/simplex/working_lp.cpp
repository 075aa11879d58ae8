// working_lp.cpp (linear program and basis of a simplex engine)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

// Rows, columns and positions are named as the caller counts them.

#include "working_lp.hpp"

#include <cfloat>
#include <cmath>
#include <string>

#include "../error.hpp"

namespace gpuinv {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(GPUINV_INVALID, "lp: " + what);
}

[[noreturn]] void refuse_value(const std::string& what) {
  throw Error(GPUINV_NONFINITE, "lp: " + what + " is not finite");
}

std::string number(int k, const gpuinv_lp& lp) {
  return std::to_string(k + lp.base);
}

void check_shape(const gpuinv_lp& lp) {
  if (lp.base != 0 && lp.base != 1)
    refuse("base = " + std::to_string(lp.base) + " is neither 0 nor 1");
  if (lp.m < 1) refuse("m = " + std::to_string(lp.m) + " is not positive");
  if (lp.n <= lp.m)
    refuse("n = " + std::to_string(lp.n) +
           " is not greater than m = " + std::to_string(lp.m));
  const struct {
    const void* array;
    const char* name;
  } needed[] = {{lp.ptr, "ptr"}, {lp.ind, "ind"},   {lp.val, "val"},
                {lp.b, "b"},     {lp.c, "c"},       {lp.l, "l"},
                {lp.u, "u"},     {lp.head, "head"}, {lp.flag, "flag"}};
  for (const auto& [array, name] : needed)
    if (array == nullptr) refuse(std::string(name) + " is NULL");
}

std::string element(const gpuinv_lp& lp, int i, int k) {
  return "row " + number(i, lp) + " of column " + number(k, lp);
}

void copy_column(const gpuinv_lp& lp, int k, std::vector<int>& last,
                 WorkingLp& copy) {
  for (int t = lp.ptr[k] - lp.base; t < lp.ptr[k + 1] - lp.base; t++) {
    const int i = lp.ind[t] - lp.base;
    if (i < 0 || i >= lp.m) refuse(element(lp, i, k) + " does not exist");
    if (last[i] == k) refuse(element(lp, i, k) + " occurs twice");
    if (!std::isfinite(lp.val[t])) refuse_value(element(lp, i, k));
    last[i] = k;
    copy.ind.push_back(i);
    copy.val.push_back(lp.val[t]);
  }
  copy.ptr.push_back(copy.ind.size());
}

void copy_matrix(const gpuinv_lp& lp, WorkingLp& copy) {
  if (lp.ptr[0] != lp.base) refuse("ptr does not begin with base");
  for (int k = 0; k < lp.n; k++)
    if (lp.ptr[k] > lp.ptr[k + 1])
      refuse("ptr descends at column " + number(k, lp));
  const std::size_t nnz = static_cast<std::size_t>(lp.ptr[lp.n] - lp.base);
  copy.ptr.reserve(static_cast<std::size_t>(lp.n) + 1);
  copy.ind.reserve(nnz);
  copy.val.reserve(nnz);
  copy.ptr.push_back(0);
  std::vector<int> last(lp.m, -1);  // last column with an element in row i
  for (int k = 0; k < lp.n; k++) copy_column(lp, k, last, copy);
}

std::vector<double> copy_finite(const gpuinv_lp& lp, int count, const double* x,
                                const char* what) {
  for (int k = 0; k < count; k++)
    if (!std::isfinite(x[k]))
      refuse_value(std::string(what) + " " + number(k, lp));
  return std::vector<double>(x, x + count);
}

[[noreturn]] void refuse_bounds(const gpuinv_lp& lp, int k) {
  const double l = lp.l[k], u = lp.u[k];
  const std::string where = " bound of column " + number(k, lp);
  if (std::isnan(l)) refuse_value("lower" + where);
  if (std::isnan(u)) refuse_value("upper" + where);
  if (l >= DBL_MAX) refuse("lower" + where + " is plus infinity");
  if (u <= -DBL_MAX) refuse("upper" + where + " is minus infinity");
  refuse("lower" + where + " is above the upper one");
}

void copy_bounds(const gpuinv_lp& lp, WorkingLp& copy) {
  copy.l.resize(lp.n);
  copy.u.resize(lp.n);
  for (int k = 0; k < lp.n; k++) {
    const double l = lp.l[k], u = lp.u[k];
    if (!(l <= u && l < DBL_MAX && u > -DBL_MAX)) refuse_bounds(lp, k);
    copy.l[k] = l <= -DBL_MAX ? -HUGE_VAL : l;
    copy.u[k] = u >= DBL_MAX ? HUGE_VAL : u;
  }
}

// The flag decides only between two different bounds.
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

WorkingLp copy_lp(const gpuinv_lp& lp) {
  check_shape(lp);
  WorkingLp copy;
  copy.m = lp.m;
  copy.n = lp.n;
  copy_matrix(lp, copy);
  copy.b = copy_finite(lp, lp.m, lp.b, "right-hand side");
  copy.c = copy_finite(lp, lp.n, lp.c, "cost");
  copy_bounds(lp, copy);
  return copy;
}

SimplexBasis copy_basis(const gpuinv_lp& lp) {
  check_shape(lp);
  std::vector<bool> seen(lp.n, false);
  for (int i = 0; i < lp.n; i++) {
    const int k = lp.head[i] - lp.base;
    if (k < 0 || k >= lp.n)
      refuse("head " + number(i, lp) + ": column " + number(k, lp) +
             " does not exist");
    if (seen[k]) refuse("column " + number(k, lp) + " is twice in head");
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
