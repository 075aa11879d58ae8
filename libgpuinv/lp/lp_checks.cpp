// lp_checks.cpp (checks of linear programs that come from the caller)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/lp/lp_checks.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstddef>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/parallel_for.hpp"
#include "libgpuinv/sparse/dense_column.hpp"

namespace gpuinv {

void refuse_lp(const std::string& what) {
  throw Error(GPUINV_INVALID, "lp: " + what);
}

void refuse_lp_value(const std::string& what) {
  throw Error(GPUINV_NONFINITE, "lp: " + what + " is not finite");
}

void require_arrays(
    const std::vector<std::pair<const void*, const char*>>& arrays) {
  for (const auto& [array, name] : arrays)
    if (array == nullptr) refuse_lp(std::string(name) + " is NULL");
}

void check_base(int base) {
  if (base == 0 || base == 1) return;
  refuse_lp("base = " + std::to_string(base) + " is neither 0 nor 1");
}

namespace {

// Names an element; i is counted from a.base already, k from 0.
std::string element(const CallerMatrix& a, int i, int k) {
  return "row " + std::to_string(i) + " of column " +
         std::to_string(k + a.base);
}

// Throws if column k is not as gpuinv.h demands.  For every row i, last has the
// last column that was seen with an element in it, or -1.
void check_column(const CallerMatrix& a, int k, std::vector<int>& last) {
  for (int t = a.ptr[k] - a.base; t < a.ptr[k + 1] - a.base; t++) {
    const std::string what = element(a, a.ind[t], k);
    if (a.ind[t] < a.base || a.ind[t] - a.base >= a.m)
      refuse_lp(what + " does not exist");
    int& before = last[a.ind[t] - a.base];
    if (before == k) refuse_lp(what + " occurs twice");
    if (!std::isfinite(a.val[t])) refuse_lp_value(what);
    before = k;
  }
}

// Returns whether column k is as gpuinv.h demands.
bool column_is_good(const CallerMatrix& a, int k, std::vector<int>& last) {
  const int* ind = a.ind + (a.ptr[k] - a.base);
  const std::size_t nnz = a.ptr[k + 1] - a.ptr[k];
  if (!all_finite(nnz, a.val + (a.ptr[k] - a.base))) return false;
  if (rows_of(a.m, a.base, nnz, ind) != Rows::kListed) return true;
  for (std::size_t t = 0; t < nnz; t++) {
    const unsigned i = static_cast<unsigned>(ind[t]) - a.base;
    if (i >= static_cast<unsigned>(a.m) || last[i] == k) return false;
    last[i] = k;
  }
  return true;
}

// Returns the first bad column of first..end-1, or end.
int first_bad(const CallerMatrix& a, int first, int end,
              std::vector<int>& last) {
  while (first < end && column_is_good(a, first, last)) first++;
  return first;
}

void check_elements(const CallerMatrix& a) {
  const std::size_t nnz = static_cast<std::size_t>(a.ptr[a.n] - a.base);
  const int parts = parts_for(nnz * (sizeof(double) + sizeof(int)));
  const std::vector<int> start = split_columns(a.ptr, a.n, parts);
  std::vector<std::vector<int>> last(parts, std::vector<int>(a.m, -1));
  std::vector<int> bad(parts);
  parallel_for(parts, [&](int p) {
    bad[p] = first_bad(a, start[p], start[p + 1], last[p]);
  });
  for (int p = 0; p < parts; p++) {
    if (bad[p] == start[p + 1]) continue;
    std::fill(last[p].begin(), last[p].end(), -1);
    check_column(a, bad[p], last[p]);
  }
}

[[noreturn]] void refuse_bounds(double l, double u, const std::string& of) {
  const std::string where = " bound of " + of;
  if (std::isnan(l)) refuse_lp_value("lower" + where);
  if (std::isnan(u)) refuse_lp_value("upper" + where);
  if (l >= DBL_MAX) refuse_lp("lower" + where + " is plus infinity");
  if (u <= -DBL_MAX) refuse_lp("upper" + where + " is minus infinity");
  refuse_lp("lower" + where + " is above the upper one");
}

std::string name(const char* what, int base, int k) {
  return std::string(what) + " " + std::to_string(k + base);
}

}  // namespace

void check_matrix(const CallerMatrix& a) {
  if (a.ptr[0] != a.base) refuse_lp("ptr does not begin with base");
  for (int k = 0; k < a.n; k++)
    if (a.ptr[k] > a.ptr[k + 1])
      refuse_lp("ptr descends at " + name("column", a.base, k));
  check_elements(a);
}

std::vector<double> copy_finite(int base, int count, const double* x,
                                const char* what) {
  for (int k = 0; k < count; k++)
    if (!std::isfinite(x[k])) refuse_lp_value(name(what, base, k));
  return std::vector<double>(x, x + count);
}

void copy_bounds(int base, int count, const double* l, const double* u,
                 const char* what, std::vector<double>& lower,
                 std::vector<double>& upper) {
  lower.resize(count);
  upper.resize(count);
  for (int k = 0; k < count; k++) {
    if (!(l[k] <= u[k] && l[k] < DBL_MAX && u[k] > -DBL_MAX))
      refuse_bounds(l[k], u[k], name(what, base, k));
    lower[k] = l[k] <= -DBL_MAX ? -HUGE_VAL : l[k];
    upper[k] = u[k] >= DBL_MAX ? HUGE_VAL : u[k];
  }
}

}  // namespace gpuinv
