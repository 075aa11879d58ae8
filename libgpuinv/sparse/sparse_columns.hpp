// sparse_columns.hpp (basis matrix B, stored by sparse columns)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "libgpuinv/base/large_pages.hpp"
#include "libgpuinv/sparse/columns.hpp"
#include "libgpuinv/sparse/dense_column.hpp"

namespace gpuinv {

// Sparse vector of m elements; ind ascending, no zeros in val.
struct SparseVector {
  std::vector<int> ind;
  std::vector<double> val;

  int nnz() const { return static_cast<int>(ind.size()); }
  // Becomes the vector of the non-zeros of x[0..m-1].
  void gather(int m, const double* x);
};

// op(B) is B or its transpose.
enum class Op { kPlain, kTransposed };

// An m by m matrix by columns, in host memory.  Its columns can be replaced one
// at a time.
class SparseColumns {
 public:
  // Makes it a matrix of m rows and columns of which none is entered.
  void reset(int m);

  int size() const { return m_; }
  std::size_t nnz() const { return nnz_; }
  // Number of columns that were never entered.
  int missing() const { return missing_; }
  bool entered(int j) const { return len_[j] >= 0; }

  // Enters the columns, of these shapes, as columns first, first+1, ...;
  // threads copy them.  Zeros are dropped.  The caller has checked indices (in
  // range, no row twice) and values (finite), and that none is entered.
  void enter(int first, const HostColumns& columns, const ColumnShape* shapes);

  // Replaces column j, or enters it, likewise.
  void set_column(int j, int len, const int* ind, const double* val);

  int length(int j) const { return len_[j]; }
  const int* indices(int j) const {
    if (rows_[j] == Rows::kListed) return ind_.data() + ind_start_[j];
    return rows_[j] == Rows::kAscending ? ascending_.data() : reversed_.data();
  }
  const double* values(int j) const { return val_.data() + start_[j]; }
  // All columns, in the arrays of this object; each has been entered.
  std::vector<HostColumn> columns() const {
    std::vector<HostColumn> all;
    all.reserve(m_);
    for (int j = 0; j < m_; j++)
      all.push_back({static_cast<std::size_t>(len_[j]), indices(j), values(j)});
    return all;
  }

  // Moves the columns together in ascending order, so that the values of
  // column j are ptr[j] .. ptr[j+1]-1 of theirs; returns ptr, m+1 elements.
  const std::vector<std::size_t>& compress();

  // Bytes of memory that reset() keeps.
  std::size_t bytes() const {
    return ind_.capacity() * sizeof(int) + val_.capacity() * sizeof(double);
  }

  // Entries in row i of op(B).
  int row_length(Op op, int i) const {
    return op == Op::kPlain ? full_ + listed_[i] : len_[i];
  }

  // r := a - op(B)*x and size := |op(B)|*|x| + |a|, the sum of the absolute
  // values of r's terms.  All vectors have m elements.
  void residual(Op op, const double* a, const double* x, double* r,
                double* size) const;

  // max_j sum_i |b_ij|
  double norm1() const;

 private:
  // Sums of terms and of their absolute values for each row, m elements.
  struct Sums {
    double *sum, *size;
  };
  // Indices of column j that are stored.
  int stored(int j) const { return rows_[j] == Rows::kListed ? len_[j] : 0; }
  template <class T>
  std::size_t extend(std::size_t len, int columns, LargeVector<T>* store) const;
  template <class T>
  std::size_t append(int j, int len, const T* from,
                     LargeVector<T>* store) const;
  void set_indices(int j, int len, const int* ind, int room);
  void drop_zeros(int j);
  void count_in(int j, int change);
  template <class T, class Length>
  void put_together(std::size_t total, const Length& length,
                    std::vector<std::size_t>* start,
                    LargeVector<T>* store) const;
  void subtract(int j, double x, Sums& in_order, Sums& reversed) const;
  void subtract_part(int first, int last, const double* x, Sums sums,
                     Sums reversed) const;
  void subtract_columns(const double* x, Sums sums) const;
  void subtract_rows(const double* x, Sums sums) const;

  int m_ = 0;
  int missing_ = 0;
  std::size_t nnz_ = 0, listed_nnz_ = 0;
  std::vector<std::size_t> start_;  // m+1; start_[m] is used by compress
  std::vector<int> len_;            // m; -1: not entered
  std::vector<Rows> rows_;          // m
  // Indices are stored of columns without all rows in order: memory touched
  // for the first time takes longer than what is done with it.
  std::vector<std::size_t> ind_start_;     // m
  std::vector<int> ascending_, reversed_;  // m: 0, 1, ..; m-1, m-2, ..
  std::vector<double> norm_;               // m, sums of absolute values
  int full_ = 0, descending_ = 0;          // columns with all rows in order
  std::vector<int> listed_;                // m, entries of the others in a row
  LargeVector<int> ind_;
  LargeVector<double> val_;
};

}  // namespace gpuinv
