// network.cpp (flows in networks)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/lp/network.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "libgpuinv/lp/variable_bounds.hpp"

namespace gpuinv {
namespace {

constexpr int kLeastRows = 1000;
constexpr int kArc = 3;         // entries of an arc at most
constexpr double kUnits = 0.9;  // share of entries that are 1 or -1
constexpr double kRowsPerPath = 25.0;

// Returns the capacities of columns and rows.  That of a column is the distance
// of its bounds, or its only bound, an upper one; that of a row is its upper
// bound if it has no lower one.
std::vector<double> capacities_of(const gpuinv_interior_lp& lp) {
  std::vector<double> all;
  for (int k = 0; k < lp.m + lp.n; k++) {
    const VariableBounds x(lp, k);
    if (x.fixed() || !x.upper() || (x.lower() && k < lp.m)) continue;
    const double most = x.lower() ? x.u - x.l : x.u;
    if (most > 0.0) all.push_back(most);
  }
  return all;
}

}  // namespace

bool is_network(const gpuinv_interior_lp& lp) {
  const int nnz = lp.ptr[lp.n] - lp.base;
  int arcs = 0;
  for (int j = 0; j < lp.n; j++)
    if (lp.ptr[j + 1] - lp.ptr[j] <= kArc) arcs++;
  const auto units = std::count_if(
      lp.val, lp.val + nnz, [](double a) { return std::fabs(a) == 1.0; });
  return lp.m >= kLeastRows && 2 * arcs >= lp.n &&
         static_cast<double>(units) >= kUnits * nnz;
}

bool has_one_commodity(const int* ptr, int n, int slacks) {
  int arcs = 0;
  for (int j = 0; j < n; j++) {
    const int entries = ptr[j + 1] - ptr[j];
    if (entries > 2) return false;
    arcs += entries == 2;
  }
  return 2 * arcs >= n - slacks;
}

double usual_capacity(std::vector<double> capacities) {
  if (capacities.empty()) return HUGE_VAL;
  const auto middle =
      capacities.begin() + static_cast<std::ptrdiff_t>(capacities.size() / 2);
  std::nth_element(capacities.begin(), middle, capacities.end());
  return *middle;
}

bool needs_few_paths(const gpuinv_interior_lp& lp,
                     const std::vector<double>& demands) {
  const double capacity = usual_capacity(capacities_of(lp));
  double paths = 0.0;
  for (const double demand : demands)
    if (demand > 0.0) paths += std::max(1.0, demand / capacity);
  return kRowsPerPath * paths < lp.m;
}

}  // namespace gpuinv
