// random_data.hpp (fresh random vectors and bases for the device tests)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <random>
#include <vector>

namespace gpuinv::tests {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  // Returns a number in (-1, 1), never 0.
  double value() {
    const double x = std::uniform_real_distribution<double>(0.01, 1.0)(engine_);
    return below(2) == 0 ? x : -x;
  }
  int below(int n) {
    return std::uniform_int_distribution<int>(0, n - 1)(engine_);
  }

  std::vector<double> vector(std::size_t n) {
    std::vector<double> x(n);
    for (double& e : x) e = value();
    return x;
  }
  // Returns s different numbers below n, ascending.
  std::vector<int> indices(int n, int s) {
    std::vector<int> all = permutation(n);
    all.resize(s);
    std::sort(all.begin(), all.end());
    return all;
  }
  std::vector<int> permutation(int n) {
    std::vector<int> all(n);
    std::iota(all.begin(), all.end(), 0);
    std::shuffle(all.begin(), all.end(), engine_);
    return all;
  }

 private:
  std::mt19937 engine_;
};

// A square matrix by columns.
struct Columns {
  int m = 0;
  std::vector<std::size_t> ptr{0};
  std::vector<int> ind;
  std::vector<double> val;

  explicit Columns(int size) : m(size) {}
  void add(const std::vector<int>& rows, const std::vector<double>& values) {
    ind.insert(ind.end(), rows.begin(), rows.end());
    val.insert(val.end(), values.begin(), values.end());
    ptr.push_back(ind.size());
  }
  // Returns it row-major, m by m.
  std::vector<double> dense() const {
    std::vector<double> b(static_cast<std::size_t>(m) * m, 0.0);
    for (int j = 0; j < m; j++) {
      for (std::size_t t = ptr[j]; t < ptr[j + 1]; t++) {
        b[static_cast<std::size_t>(ind[t]) * m + j] = val[t];
      }
    }
    return b;
  }
};

inline Columns dense_basis(Random& random, int m) {
  Columns b(m);
  for (int j = 0; j < m; j++) b.add(random.indices(m, m), random.vector(m));
  return b;
}

// Rows are in random order, with a strong element per column and up to `extra`
// others: regular, and as sparse as the bases of real models.
inline Columns sparse_basis(Random& random, int m, int extra) {
  const std::vector<int> pivot = random.permutation(m);
  Columns b(m);
  for (int j = 0; j < m; j++) {
    std::vector<int> rows =
        random.indices(m, std::min(m, 1 + random.below(extra + 1)));
    if (std::find(rows.begin(), rows.end(), pivot[j]) == rows.end()) {
      rows.push_back(pivot[j]);
    }
    std::vector<double> values = random.vector(rows.size());
    for (std::size_t t = 0; t < rows.size(); t++) {
      if (rows[t] == pivot[j]) values[t] = 4.0 + random.value();
    }
    b.add(rows, values);
  }
  return b;
}

inline Columns permuted_identity(Random& random, int m) {
  const std::vector<int> pivot = random.permutation(m);
  Columns b(m);
  for (int j = 0; j < m; j++) b.add({pivot[j]}, {1.0});
  return b;
}

// One entry per row and column, of any sign and size.
inline Columns signed_permutation(Random& random, int m) {
  Columns b = permuted_identity(random, m);
  b.val = random.vector(m);
  return b;
}

// Triangular up to the order of rows and columns, except for a nucleus of about
// k rows and columns in the middle (libgpuinv/sparse/singletons.hpp).
inline Columns parts_basis(Random& random, int m, int k) {
  const int lower = (m - k) / 2;
  const std::vector<int> row = random.permutation(m);
  const std::vector<int> column = random.permutation(m);
  std::vector<std::vector<int>> rows(m);
  std::vector<std::vector<double>> values(m);
  for (int i = 0; i < m; i++) {
    const bool in_kernel = i >= lower && i < lower + k;
    const int before = in_kernel ? lower + k : i;
    rows[column[i]].push_back(row[i]);
    values[column[i]].push_back(4.0 + random.value());
    for (const int j : random.indices(before, std::min(before, 4))) {
      if (j == i) continue;
      rows[column[j]].push_back(row[i]);
      values[column[j]].push_back(random.value());
    }
  }
  Columns b(m);
  for (int j = 0; j < m; j++) b.add(rows[j], values[j]);
  return b;
}

// About half of the columns are slacks, the others those of a sparse basis.
inline Columns half_slacks(Random& random, int m) {
  const Columns all = sparse_basis(random, m, 6);
  Columns b(m);
  for (int j = 0; j < m; j++) {
    const std::size_t first = all.ptr[j], last = all.ptr[j + 1];
    std::vector<int> rows(all.ind.begin() + first, all.ind.begin() + last);
    std::vector<double> values(all.val.begin() + first, all.val.begin() + last);
    if (random.below(2) == 0) {
      const auto pivot = std::max_element(values.begin(), values.end());
      rows = {rows[pivot - values.begin()]};
      values = {random.value()};
    }
    b.add(rows, values);
  }
  return b;
}

}  // namespace gpuinv::tests
