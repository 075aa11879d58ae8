// singletons.hpp (triangular parts and nucleus of a basis)
// SPDX-License-Identifier: GPL-3.0-or-later

// A column singleton is a column with one entry in the rows that are left.
// This entry is its pivot.  Its row and column are removed, which makes other
// columns singletons.  When no column singleton is left, row singletons are
// removed in the same way.  Most of a real basis can be removed like this, and
// all of it if it is triangular; what remains is the nucleus.  With rows and
// columns in the order of their removal (the column singletons reversed), B is
//        lower  nucleus  upper          lower   rows: pivots of row singletons
//      (   L      0       0  )         nucleus
//      (   E      K       0  )         upper   rows: pivots of column
//      (   F      G       U  ),                singletons
// L and U are lower triangular, and inv(B) can be computed by rows.  Let x_j
// be the row of inv(B) that belongs to column j, e_i a unit vector and (i, j)
// a pivot:
//   b_ij * x_j = e_i - sum over the other entries b_ih of row i of b_ih*x_h
// where all x_h come before x_j in this order.  For the rows of the nucleus
//   x_K = inv(K)*(e_K - E*x_L).

#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "libgpuinv/base/large_pages.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

class Singletons {
 public:
  // B counts as dense if it has more entries than this.
  static std::size_t most_entries(std::size_t m) {
    return std::max(m, m * m / 16);
  }

  // Upper limit of the bytes that find() allocates for m rows.
  static std::size_t bytes_needed(std::size_t m) {
    return most_entries(m) * (sizeof(int) + sizeof(double)) +
           m * (11 * sizeof(int) + 2 * sizeof(double));
  }

  // Finds the order.  Returns false if B is dense or a row index is out of
  // range; then no other member may be called.
  bool find(const HostColumns& b);

  int size() const { return m_; }
  int nucleus() const { return m_ - lower_ - upper_; }
  // Number of entries of K.
  std::size_t nucleus_entries() const;

  // Row and column at place p of the order, and their pivot.  Within the
  // nucleus rows and columns ascend, and pivot(p) is no pivot.
  int row(int p) const { return row_[p]; }
  int column(int p) const { return column_[p]; }
  double pivot(int p) const { return pivot_[p]; }
  // First place of the nucleus, and first place behind it.
  int first_nucleus() const { return lower_; }
  int first_upper() const { return m_ - upper_; }

  // Row i of B by its entries t, start(i) <= t < start(i+1): value(t) is in
  // column index(t).  Columns with an entry in every row come first, then the
  // others, both in ascending order.
  std::size_t start(int i) const { return start_[i]; }
  int index(std::size_t t) const { return index_[t]; }
  double value(std::size_t t) const { return value_[t]; }

  // Place of column j.
  int place(int j) const { return place_[j]; }

  // Estimated time of the inversion, counted in operations of a matrix
  // product: 2*k^3 for the nucleus of k rows, and for each entry outside of the
  // nucleus m additions, which run at the speed of memory.
  double work() const;

  // Returns, in ascending order, the places of lower whose x_j occur in E*x_L:
  // their columns have entries in rows of the nucleus.
  std::vector<int> reaching() const;

 private:
  bool transpose(const HostColumns& b);
  bool add_full(const HostColumns& b, int j);
  void place_full();
  void peel_columns(const HostColumns& b);
  void peel_rows(const HostColumns& b);
  void peel(int i, int j);
  void order();

  int m_ = 0, lower_ = 0, upper_ = 0;
  std::vector<int> row_, column_, place_;
  std::vector<double> pivot_;
  std::vector<std::size_t> start_;  // m+1
  LargeVector<int> index_;
  LargeVector<double> value_;
  std::vector<int> count_, queue_;
  // A column with an entry in every row, in order: that of row i is first[i *
  // step].
  struct FullColumn {
    int j;
    const double* first;
    std::ptrdiff_t step;
  };
  std::vector<FullColumn> full_;
  std::vector<char> row_gone_, column_gone_;
};

}  // namespace gpuinv
