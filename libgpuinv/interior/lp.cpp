// lp.cpp (checks of a linear program before a method solves it)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/lp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
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

// Returns the non-zero elements of column j in ascending order.
std::vector<std::pair<int, double>> sorted_column(const InteriorLp& lp, int j) {
  std::vector<std::pair<int, double>> column;
  for (int t = lp.start[j]; t < lp.start[j + 1]; t++)
    if (lp.value[t] != 0.0) column.emplace_back(lp.row[t], lp.value[t]);
  std::sort(column.begin(), column.end());
  for (std::size_t t = 1; t < column.size(); t++)
    require(column[t - 1].first != column[t].first,
            "an element is there twice");
  return column;
}

void tidy_up(InteriorLp& lp) {
  int count = 0;
  for (int j = 0; j < lp.n; j++) {
    const auto column = sorted_column(lp, j);
    lp.start[j] = count;
    for (const auto& element : column) {
      lp.row[count] = element.first;
      lp.value[count++] = element.second;
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
