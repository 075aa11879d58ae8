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

}  // namespace gpuinv
