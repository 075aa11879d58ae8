// lp_checks.hpp (checks of linear programs that come from the caller)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <utility>
#include <vector>

namespace gpuinv {

// Throw Error(INVALID) and Error(NONFINITE); `what` says what is wrong.
[[noreturn]] void refuse_lp(const std::string& what);
[[noreturn]] void refuse_lp_value(const std::string& what);

// Takes arrays with their names; Error(INVALID) if one is NULL.
void require_arrays(
    const std::vector<std::pair<const void*, const char*>>& arrays);

// The caller's m by n matrix by columns, as gpuinv.h describes it.  Errors name
// rows and columns as the caller counts them.
struct CallerMatrix {
  int base, m, n;
  const int *ptr, *ind;
  const double* val;
};

void check_base(int base);
// Checks that ptr ascends from base, that all rows exist, that none is twice in
// a column, and that all values are finite.  Threads share a large matrix.
// Error(INVALID, NONFINITE).
void check_matrix(const CallerMatrix& a);

// Checks and copies `count` values, which must be finite, and bounds, which
// must not be NaN, plus infinity (lower), minus infinity (upper), or contradict
// each other.  Bounds of magnitude DBL_MAX or more become infinite. `what`
// names the items in errors: "cost", "column", ... Error(INVALID, NONFINITE).
std::vector<double> copy_finite(int base, int count, const double* x,
                                const char* what);
void copy_bounds(int base, int count, const double* l, const double* u,
                 const char* what, std::vector<double>& lower,
                 std::vector<double>& upper);

}  // namespace gpuinv
