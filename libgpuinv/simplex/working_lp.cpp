// working_lp.cpp (linear program and basis of a simplex engine)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

// Rows, columns and positions are named as the caller counts them.

#include "working_lp.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string>

#include "../dense_column.hpp"
#include "../error.hpp"
#include "../share_out.hpp"

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

// Throws if column k is not as gpuinv.h says; last has -1 or the last
// column with an element in row i, for every row.
void check_column(const gpuinv_lp& lp, int k, std::vector<int>& last) {
  for (int t = lp.ptr[k] - lp.base; t < lp.ptr[k + 1] - lp.base; t++) {
    const int i = lp.ind[t] - lp.base;
    if (i < 0 || i >= lp.m) refuse(element(lp, i, k) + " does not exist");
    if (last[i] == k) refuse(element(lp, i, k) + " occurs twice");
    if (!std::isfinite(lp.val[t])) refuse_value(element(lp, i, k));
    last[i] = k;
  }
}

// The same without a word about what is wrong.
bool column_is_good(const gpuinv_lp& lp, int k, std::vector<int>& last) {
  const int* ind = lp.ind + (lp.ptr[k] - lp.base);
  const std::size_t nnz = lp.ptr[k + 1] - lp.ptr[k];
  if (!all_finite(nnz, lp.val + (lp.ptr[k] - lp.base))) return false;
  if (rows_of(lp.m, lp.base, nnz, ind) != Rows::kListed) return true;
  for (std::size_t t = 0; t < nnz; t++) {
    const unsigned i = static_cast<unsigned>(ind[t]) - lp.base;
    if (i >= static_cast<unsigned>(lp.m) || last[i] == k) return false;
    last[i] = k;
  }
  return true;
}

// The first of the columns first..end-1 that is not as it should be, or
// end.
int first_bad(const gpuinv_lp& lp, int first, int end, std::vector<int>& last) {
  while (first < end && column_is_good(lp, first, last)) first++;
  return first;
}

void check_elements(const gpuinv_lp& lp, std::size_t nnz) {
  const int parts = parts_for(nnz * (sizeof(double) + sizeof(int)));
  const std::vector<int> start = split_columns(lp.ptr, lp.n, parts);
  std::vector<std::vector<int>> last(parts, std::vector<int>(lp.m, -1));
  std::vector<int> bad(parts);
  share_out(parts, [&](int p) {
    bad[p] = first_bad(lp, start[p], start[p + 1], last[p]);
  });
  for (int p = 0; p < parts; p++) {
    if (bad[p] == start[p + 1]) continue;
    std::fill(last[p].begin(), last[p].end(), -1);
    check_column(lp, bad[p], last[p]);
  }
}

void borrow_matrix(const gpuinv_lp& lp, WorkingLp& borrowed) {
  if (lp.ptr[0] != lp.base) refuse("ptr does not begin with base");
  for (int k = 0; k < lp.n; k++)
    if (lp.ptr[k] > lp.ptr[k + 1])
      refuse("ptr descends at column " + number(k, lp));
  const std::size_t nnz = static_cast<std::size_t>(lp.ptr[lp.n] - lp.base);
  check_elements(lp, nnz);
  borrowed.ptr = {lp.ptr, lp.base};
  borrowed.ind = {lp.ind, lp.base};
  borrowed.val = {lp.val, nnz};
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

std::vector<int> split_columns(const int* ptr, int n, int parts) {
  const std::size_t nnz = ptr[n] - ptr[0];
  std::vector<int> start(parts + 1, n);
  for (int p = 0; p < parts; p++) {
    const auto share = static_cast<int>(nnz * p / parts) + ptr[0];
    start[p] = static_cast<int>(std::lower_bound(ptr, ptr + n, share) - ptr);
  }
  return start;
}

WorkingLp borrow_lp(const gpuinv_lp& lp) {
  check_shape(lp);
  WorkingLp borrowed;
  borrowed.m = lp.m;
  borrowed.n = lp.n;
  borrow_matrix(lp, borrowed);
  borrowed.b = copy_finite(lp, lp.m, lp.b, "right-hand side");
  borrowed.c = copy_finite(lp, lp.n, lp.c, "cost");
  copy_bounds(lp, borrowed);
  return borrowed;
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
