// normal_products.cpp (entries of A*D*A' as a sparse matrix times D)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/normal_products.hpp"

#include <cstdint>
#include <numeric>

#include "libgpuinv/sparse/normal_pattern.hpp"

namespace gpuinv::device {
namespace {

// Calls visit(entry of S, column k of A, product) for all products of row i, in
// the order of the columns.  place[j] is the entry of S in row i, column j.
template <class Visit>
void visit_row(const ColumnMatrix& a, const RowIndex& rows, int i,
               const std::vector<int>& place, Visit visit) {
  for (int q = rows.start[i]; q < rows.start[i + 1]; q++) {
    const int k = rows.column[q], p0 = rows.place[q];
    for (int p = p0; p < a.start[k + 1]; p++) {
      visit(place[a.row[p]], k, a.value[p0] * a.value[p]);
    }
  }
}

}  // namespace

// The lower triangle by columns equals the upper one by rows.
NormalProducts::NormalProducts(const ColumnMatrix& a) {
  const RowIndex rows(a);
  const NormalPattern pattern(a, rows);
  start.assign(pattern.start.begin(), pattern.start.end());
  column.assign(pattern.row.begin(), pattern.row.end());
  row.resize(column.size());
  products.start.assign(column.size() + 1, 0);
  std::vector<int> place(a.rows);
  const auto by_rows = [&](auto visit) {
    for (int i = 0; i < a.rows; i++) {
      for (int t = start[i]; t < start[i + 1]; t++) place[column[t]] = t;
      visit_row(a, rows, i, place, visit);
    }
  };
  for (int i = 0; i < a.rows; i++) {
    for (int t = start[i]; t < start[i + 1]; t++) row[t] = i;
  }
  by_rows([&](int t, int, double) { products.start[t + 1]++; });
  std::partial_sum(products.start.begin(), products.start.end(),
                   products.start.begin());
  std::vector<std::size_t> next(products.start);
  products.index.resize(products.start.back());
  products.value.resize(products.start.back());
  by_rows([&](int t, int k, double product) {
    products.index[next[t]] = k;
    products.value[next[t]++] = product;
  });
}

double product_count(const ColumnMatrix& a) {
  double sum = 0.0;
  for (int k = 0; k < a.columns; k++) {
    const double count = a.start[k + 1] - a.start[k];
    sum += 0.5 * count * (count + 1.0);
  }
  return sum;
}

}  // namespace gpuinv::device
