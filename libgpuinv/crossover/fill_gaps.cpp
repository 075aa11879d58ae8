// fill_gaps.cpp (columns that complete independent ones to a basis)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/fill_gaps.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/vendors/blas_guard.hpp"
#include "libgpuinv/vendors/vendors.hpp"

namespace gpuinv {
namespace {

constexpr double kDependent = 1e-8;  // least pivot, relative to the largest
constexpr int kRounds = 10;          // most rounds of repairs

// Factorizes the columns at these places, which BasisFactor numbers.  Unit
// vectors replace columns that depend on others.  Returns false if the matrix
// stays singular.
bool factorize(const WorkingLp& lp, std::vector<int>* places,
               BasisFactor* factor, const Interrupt& interrupt) {
  for (int round = 0; round < kRounds; round++) {
    const auto defects = factor->factorize(lp, *places, interrupt);
    if (defects.empty()) return true;
    for (const auto& defect : defects) (*places)[defect.position] = ~defect.row;
  }
  return false;
}

// Row l of the product is y_l'*A for the columns `from`, and y_l is lane l.
void multiply(const WorkingLp& lp, const Panel& y, const std::vector<int>& from,
              int rows, double* product) {
  for (std::size_t j = 0; j < from.size(); j++) {
    double sum[kLanes] = {};
    for (std::size_t t = lp.ptr[from[j]]; t < lp.ptr[from[j] + 1]; t++) {
      const double* v = y.at(lp.ind[t]);
      for (int l = 0; l < kLanes; l++) sum[l] += lp.val[t] * v[l];
    }
    for (int l = 0; l < rows; l++) product[l * from.size() + j] = sum[l];
  }
}

// Returns the pivots' rows in an LU factorization of a, which is rows by
// columns and column-major, or none if its rank is below its columns.
std::vector<int> pivot_rows(int rows, int columns, std::vector<double> a) {
  std::vector<int> swaps(columns), row(rows);
  int info = 0;
  {
    const BlasGuard guard(static_cast<double>(rows) * columns * columns);
    vendors().dgetrf(&rows, &columns, a.data(), &rows, swaps.data(), &info);
  }
  std::iota(row.begin(), row.end(), 0);
  double least = HUGE_VAL, most = 0.0;
  for (int k = 0; k < columns; k++) {
    std::swap(row[k], row[swaps[k] - 1]);
    const double pivot = std::fabs(a[static_cast<std::size_t>(k) * rows + k]);
    least = std::min(least, pivot);
    most = std::max(most, pivot);
  }
  row.resize(least > kDependent * most ? columns : 0);
  return row;
}

// Puts unit vectors in the place of dependent columns.  Returns the rows of
// inv(B)*A that belong to unit vectors, for the columns `from`, or none.  The
// factor of B is gone then: the LU of these rows takes as much memory.
std::vector<double> rows_of_units(const WorkingLp& lp,
                                  const std::vector<int>& from,
                                  std::size_t memory,
                                  const Interrupt& interrupt,
                                  std::vector<int>* places,
                                  std::vector<int>* units) {
  BasisFactor factor(memory);
  if (!factorize(lp, places, &factor, interrupt)) return {};
  for (int p = 0; p < lp.m; p++)
    if ((*places)[p] < 0) units->push_back(p);
  const std::size_t count = units->size(), elements = count * from.size();
  if (count > from.size() || (memory > 0 && elements > memory / sizeof(double)))
    return {};
  std::vector<double> rows(elements);
  Panel y(lp.m);
  for (std::size_t u = 0; u < count; u += kLanes) {
    interrupt.look();
    const int lanes =
        static_cast<int>(std::min<std::size_t>(kLanes, count - u));
    y.clear();
    for (int l = 0; l < lanes; l++) y.add((*units)[u + l], 1.0, l);
    factor.btran(&y);
    multiply(lp, y, from, lanes, rows.data() + u * from.size());
  }
  return rows;
}

}  // namespace

std::vector<int> fill_gaps(const WorkingLp& lp, const std::vector<int>& chosen,
                           const std::vector<int>& gaps,
                           const std::vector<int>& from, std::size_t memory,
                           const Interrupt& interrupt) {
  std::vector<int> places(chosen);
  for (int i : gaps) places.push_back(~i);
  std::vector<int> units;
  std::vector<double> rows =
      rows_of_units(lp, from, memory, interrupt, &places, &units);
  if (rows.empty()) return {};
  const std::vector<int> found =
      pivot_rows(static_cast<int>(from.size()), static_cast<int>(units.size()),
                 std::move(rows));
  if (found.empty()) return {};
  for (std::size_t u = 0; u < units.size(); u++)
    places[units[u]] = from[found[u]];
  return places;
}

}  // namespace gpuinv
