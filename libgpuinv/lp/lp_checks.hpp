// lp_checks.hpp (checks of linear programs that come from the caller)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <utility>
#include <vector>

namespace gpuinv {

// Throw Error(INVALID) and Error(NONFINITE) about a problem.
[[noreturn]] void refuse_lp(const std::string& what);
[[noreturn]] void refuse_lp_value(const std::string& what);

// Of arrays and their names: Error(INVALID) for one that is NULL.
void require_arrays(
    const std::vector<std::pair<const void*, const char*>>& arrays);

// m x n matrix by columns, counted from base, as it stands in gpuinv.h.
// Errors name rows and columns as the caller counts them.
struct CallerMatrix {
  int base, m, n;
  const int *ptr, *ind;
  const double* val;
};

void check_base(int base);
// ptr ascends from base, rows exist, none is twice in a column, values are
// finite.
void check_matrix(const CallerMatrix& a);

// Copies of count values that are finite, and of bounds: those of magnitude
// DBL_MAX become infinite, none is NaN, on the wrong side or contradictory.
// what: "cost", "column", ...
std::vector<double> copy_finite(int base, int count, const double* x,
                                const char* what);
void copy_bounds(int base, int count, const double* l, const double* u,
                 const char* what, std::vector<double>& lower,
                 std::vector<double>& upper);

}  // namespace gpuinv
