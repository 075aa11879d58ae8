// normal_pattern.cpp (rows of A, pattern and entries of A*A')
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/sparse/normal_pattern.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/parallel_for.hpp"
#include "libgpuinv/sparse/by_rows.hpp"

namespace gpuinv {
namespace {

// Returns the columns of the entries in every step-th row, the first one
// included.
std::vector<std::vector<int>> sampled_rows(const ColumnMatrix& a, int step) {
  std::vector<int> sample(a.rows, -1);
  std::vector<std::vector<int>> columns;
  for (int i = 0; i < a.rows; i += step) {
    sample[i] = static_cast<int>(columns.size());
    columns.emplace_back();
  }
  for (int j = 0; j < a.columns; j++)
    for (int p = a.start[j]; p < a.start[j + 1]; p++)
      if (sample[a.row[p]] >= 0) columns[sample[a.row[p]]].push_back(j);
  return columns;
}

}  // namespace

RowIndex::RowIndex(const ColumnMatrix& a)
    : column(a.start[a.columns]), place(column.size()) {
  start = by_rows(a, [this](int q, int j, int t) {
    column[q] = j;
    place[q] = t;
  });
}

NormalPattern::NormalPattern(const ColumnMatrix& a)
    : NormalPattern(a, RowIndex(a)) {}

NormalPattern::NormalPattern(const ColumnMatrix& a, const RowIndex& rows)
    : start(a.rows + 1) {
  std::vector<int> seen(a.rows, -1);
  for (int i = 0; i < a.rows; i++) {
    seen[i] = i;
    row.push_back(i);
    for (int q = rows.start[i]; q < rows.start[i + 1]; q++) {
      const int end = a.start[rows.column[q] + 1];
      for (int p = rows.place[q] + 1; p < end; p++) {
        if (seen[a.row[p]] == i) continue;
        seen[a.row[p]] = i;
        row.push_back(a.row[p]);
      }
    }
    std::sort(row.begin() + start[i], row.end());
    start[i + 1] = static_cast<std::int64_t>(row.size());
  }
}

void add_normal_column(const ColumnMatrix& a, const RowIndex& rows, int i,
                       const double* d, double* sum) {
  for (int q = rows.start[i]; q < rows.start[i + 1]; q++) {
    const int j = rows.column[q];
    const int first = rows.place[q], end = a.start[j + 1];
    const double weight = a.value[first] * d[j];
    if (weight == 0.0) continue;
    for (int p = first; p < end; p++) sum[a.row[p]] += weight * a.value[p];
  }
}

double assembly_flops(const ColumnMatrix& a) {
  double sum = 0.0;
  for (int j = 0; j < a.columns; j++) {
    const double length = a.start[j + 1] - a.start[j];
    sum += length * (length + 2);
  }
  return sum;
}

std::vector<int> split_assembly(const ColumnMatrix& a, const RowIndex& rows) {
  constexpr int kBytes = sizeof(double) + sizeof(int);  // of an element read
  std::vector<double> before = {0.0};  // elements read for earlier columns
  for (int i = 0; i < a.rows; i++) {
    before.push_back(before.back());
    for (int q = rows.start[i]; q < rows.start[i + 1]; q++)
      before.back() += a.start[rows.column[q] + 1] - rows.place[q];
  }
  const int parts = parts_for(static_cast<std::size_t>(kBytes * before.back()));
  std::vector<int> start;
  for (int p = 0; p < parts; p++)
    start.push_back(
        static_cast<int>(std::lower_bound(before.begin(), before.end(),
                                          before.back() * p / parts) -
                         before.begin()));
  start.push_back(a.rows);
  return start;
}

void require_finite_weights(const ColumnMatrix& a, const double* d,
                            const double* r) {
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(d, d + a.columns, finite) ||
      !std::all_of(r, r + a.rows, finite))
    throw Error(GPUINV_NONFINITE,
                "a weight of the normal equations is not a finite number");
}

double sampled_nnz(const ColumnMatrix& a) {
  constexpr int kSamples = 256, kLeast = 16;
  constexpr double kVisits = 2e6, kGolden = 0.6180339887;
  const std::vector<std::vector<int>> rows =
      sampled_rows(a, std::max(1, a.rows / kSamples));
  std::vector<int> seen(a.rows, -1);
  const int count = static_cast<int>(rows.size());
  double found = 0.0, visits = 0.0;
  int k = 0;
  for (; k < count && (k < kLeast || visits < kVisits); k++) {
    int here = 0;
    for (int j : rows[static_cast<int>(std::fmod(k * kGolden, 1.0) * count)]) {
      visits += a.start[j + 1] - a.start[j];
      for (int p = a.start[j]; p < a.start[j + 1]; p++) {
        here += seen[a.row[p]] != k;
        seen[a.row[p]] = k;
      }
      if (here == a.rows) break;
    }
    found += here;
  }
  return std::max((found / k * a.rows + a.rows) / 2, 1.0 * a.rows);
}

}  // namespace gpuinv
