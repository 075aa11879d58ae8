// lp.cpp (linear program that an interior point method solves)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/lp.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <tuple>
#include <utility>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/parallel_for.hpp"
#include "libgpuinv/interior/interior_solver.hpp"
#include "libgpuinv/lp/lp_checks.hpp"
#include "libgpuinv/sparse/dense_column.hpp"

namespace gpuinv {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void require(bool fine, const char* what) {
  if (!fine)
    throw Error(GPUINV_INVALID, std::string("interior point: ") + what);
}

void require_finite(const std::vector<double>& v, const char* what) {
  if (!all_finite(v.size(), v.data()))
    throw Error(GPUINV_NONFINITE, std::string("interior point: a ") + what +
                                      " is infinite or not a number");
}

void check_sizes(const InteriorLp& lp) {
  const std::size_t m = lp.m, n = lp.n, nnz = lp.row.size();
  require(lp.m >= 0 && lp.n >= 0, "negative size");
  require(lp.start.size() == n + 1 && lp.value.size() == nnz &&
              lp.row_lower.size() == m && lp.row_upper.size() == m &&
              lp.c.size() == n && lp.lower.size() == n && lp.upper.size() == n,
          "sizes do not match");
  require(lp.start[0] == 0 && static_cast<std::size_t>(lp.start[n]) == nnz &&
              std::is_sorted(lp.start.begin(), lp.start.end()),
          "columns do not follow each other");
  for (int i : lp.row) require(i >= 0 && i < lp.m, "row index out of range");
}

// Rejects bounds that make no problem.  Crossed bounds are accepted: they make
// the problem infeasible.
void check_bounds(const std::vector<double>& lower,
                  const std::vector<double>& upper) {
  for (std::size_t k = 0; k < lower.size(); k++) {
    if (std::isnan(lower[k]) || std::isnan(upper[k]))
      throw Error(GPUINV_NONFINITE, "interior point: a bound is not a number");
    require(lower[k] < kInfinity && upper[k] > -kInfinity,
            "a bound that nothing can meet");
  }
}

// Returns whether the rows of column j ascend and none of its elements is 0.
bool is_tidy(const InteriorLp& lp, int j) {
  bool tidy = true;
  for (int t = lp.start[j], last = -1; t < lp.start[j + 1]; t++) {
    tidy &= lp.row[t] > last && lp.value[t] != 0.0;
    last = lp.row[t];
  }
  return tidy;
}

bool is_tidy(const InteriorLp& lp) {
  const int parts = parts_for(lp.row.size() * (sizeof(int) + sizeof(double)));
  const std::vector<int> start = split_columns(lp.start.data(), lp.n, parts);
  std::vector<char> tidy(parts, 1);
  parallel_for(parts, [&](int p) {
    for (int j = start[p]; j < start[p + 1] && tidy[p]; j++)
      tidy[p] = is_tidy(lp, j);
  });
  return std::all_of(tidy.begin(), tidy.end(), [](char t) { return t; });
}

// Sorts the rows of column j, as ColumnMatrix demands.  GLPK's descend.
void sort_column(InteriorLp& lp, int j) {
  const auto row = lp.row.begin(), first = row + lp.start[j],
             end = row + lp.start[j + 1];
  if (std::is_sorted(first, end)) return;
  const auto value = lp.value.begin();
  if (std::is_sorted(first, end, std::greater<>())) {
    std::reverse(first, end);
    std::reverse(value + lp.start[j], value + lp.start[j + 1]);
    return;
  }
  std::vector<std::pair<int, double>> entries;
  for (int t = lp.start[j]; t < lp.start[j + 1]; t++)
    entries.push_back({row[t], value[t]});
  std::sort(entries.begin(), entries.end());
  for (int t = lp.start[j]; t < lp.start[j + 1]; t++)
    std::tie(row[t], value[t]) = entries[t - lp.start[j]];
}

// Sorts each column and leaves its zeros out.
void tidy_up(InteriorLp& lp) {
  int count = 0;
  for (int j = 0; j < lp.n; j++) {
    sort_column(lp, j);
    const int first = std::exchange(lp.start[j], count);
    for (int t = first, last = -1; t < lp.start[j + 1]; t++) {
      if (lp.value[t] == 0.0) continue;
      require(lp.row[t] != last, "an element is there twice");
      last = lp.row[t];
      lp.row[count] = lp.row[t];
      lp.value[count++] = lp.value[t];
    }
  }
  lp.start[lp.n] = count;
  lp.row.resize(count);
  lp.value.resize(count);
}

}  // namespace

InteriorLp checked(InteriorLp lp) {
  check_sizes(lp);
  require_finite(lp.value, "coefficient");
  require_finite(lp.c, "cost");
  check_bounds(lp.row_lower, lp.row_upper);
  check_bounds(lp.lower, lp.upper);
  if (!is_tidy(lp)) tidy_up(lp);
  return lp;
}

namespace {

std::vector<int> left(const std::vector<char>& out) {
  std::vector<int> places;
  for (std::size_t k = 0; k < out.size(); k++)
    if (!out[k]) places.push_back(static_cast<int>(k));
  return places;
}

std::vector<double> pick(const std::vector<double>& v,
                         const std::vector<int>& places) {
  std::vector<double> picked;
  picked.reserve(places.size());
  for (int place : places) picked.push_back(v[place]);
  return picked;
}

void put(const std::vector<double>& v, const std::vector<int>& places,
         std::vector<double>* full) {
  for (std::size_t k = 0; k < places.size(); k++) (*full)[places[k]] = v[k];
}

}  // namespace

Remainder::Remainder(const std::vector<char>& row_out,
                     const std::vector<char>& column_out)
    : rows_(left(row_out)), columns_(left(column_out)) {}

InteriorLp Remainder::of(const ColumnMatrix& a,
                         const std::vector<double>& row_lower,
                         const std::vector<double>& row_upper,
                         const std::vector<double>& c,
                         const std::vector<double>& lower,
                         const std::vector<double>& upper) const {
  InteriorLp lp;
  lp.m = static_cast<int>(rows_.size());
  lp.n = static_cast<int>(columns_.size());
  copy_matrix(a, &lp);
  lp.row_lower = pick(row_lower, rows_);
  lp.row_upper = pick(row_upper, rows_);
  lp.c = pick(c, columns_);
  lp.lower = pick(lower, columns_);
  lp.upper = pick(upper, columns_);
  return lp;
}

void Remainder::copy_matrix(const ColumnMatrix& a, InteriorLp* lp) const {
  std::vector<int> number(a.rows, -1);
  for (int k = 0; k < lp->m; k++) number[rows_[k]] = k;
  const std::size_t most = a.start[a.columns] + rows_.size();
  lp->row.reserve(most);
  lp->value.reserve(most);
  lp->start.push_back(0);
  for (int j : columns_) {
    const int begin = a.start[j], end = a.start[j + 1];
    if (lp->m == a.rows) {  // no row was removed
      lp->row.insert(lp->row.end(), a.row + begin, a.row + end);
      lp->value.insert(lp->value.end(), a.value + begin, a.value + end);
    } else {
      for (int t = begin; t < end; t++)
        if (number[a.row[t]] >= 0) {
          lp->row.push_back(number[a.row[t]]);
          lp->value.push_back(a.value[t]);
        }
    }
    lp->start.push_back(static_cast<int>(lp->row.size()));
  }
}

void Remainder::put_rows(const std::vector<double>& y,
                         std::vector<double>* full) const {
  put(y, rows_, full);
}

void Remainder::put_columns(const std::vector<double>& x,
                            std::vector<double>* full) const {
  put(x, columns_, full);
}

namespace {

std::vector<int> from_zero(const int* first, std::size_t count, int base) {
  std::vector<int> copy(first, first + count);
  for (int& k : copy) k -= base;
  return copy;
}

template <class Value>
[[noreturn]] void refuse(const char* name, Value value, const char* why) {
  throw Error(GPUINV_INVALID, std::string("parm: ") + name + " = " +
                                  std::to_string(value) + why);
}

}  // namespace

void check_vectors(const gpuinv_interior_lp& lp) {
  check_base(lp.base);
  if (lp.m < 1) refuse_lp("m = " + std::to_string(lp.m) + " is not positive");
  if (lp.n < 1) refuse_lp("n = " + std::to_string(lp.n) + " is not positive");
  require_arrays({{lp.c, "c"}, {lp.l, "l"}, {lp.u, "u"}});
}

void check_shape(const gpuinv_interior_lp& lp) {
  require_arrays({{lp.ptr, "ptr"}, {lp.ind, "ind"}, {lp.val, "val"}});
  check_vectors(lp);
}

InteriorLp copy_lp(const gpuinv_interior_lp& lp) {
  check_shape(lp);
  check_matrix({lp.base, lp.m, lp.n, lp.ptr, lp.ind, lp.val});
  const std::size_t nnz = lp.ptr[lp.n] - lp.base;
  InteriorLp copy;
  copy.m = lp.m;
  copy.n = lp.n;
  copy.start = from_zero(lp.ptr, lp.n + 1, lp.base);
  copy.row = from_zero(lp.ind, nnz, lp.base);
  copy.value.assign(lp.val, lp.val + nnz);
  if (!std::isfinite(lp.c0)) refuse_lp_value("c0");
  copy.c = copy_finite(lp.base, lp.n, lp.c, "cost");
  if (lp.max)
    for (double& v : copy.c) v = -v;
  copy_bounds(lp.base, lp.m, lp.l, lp.u, "row", copy.row_lower, copy.row_upper);
  copy_bounds(lp.base, lp.n, lp.l + lp.m, lp.u + lp.m, "column", copy.lower,
              copy.upper);
  return copy;
}

InteriorControl copy_control(const gpuinv_iptcp& parm) {
  if (!(parm.tol > 0.0 && parm.tol < 1.0))
    refuse("tol", parm.tol, " is not between 0 and 1");
  if (parm.it_lim < 0) refuse("it_lim", parm.it_lim, " is negative");
  if (!(parm.tm_lim >= 0.0)) refuse("tm_lim", parm.tm_lim, " is not a time");
  if (parm.ord_alg < 0 || parm.ord_alg > 3)
    refuse("ord_alg", parm.ord_alg, " is not 0, 1, 2, or 3");
  InteriorControl control;
  control.tolerance = parm.tol;
  control.max_iterations = parm.it_lim;
  control.seconds = parm.tm_lim;
  return control;
}

}  // namespace gpuinv
