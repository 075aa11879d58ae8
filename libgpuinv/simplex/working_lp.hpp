// working_lp.hpp (linear program and basis of a simplex engine)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "libgpuinv/gpuinv.h"
#include "libgpuinv/sparse/host_columns.hpp"

namespace gpuinv {

// Numbers that somebody else keeps, counted from `base` there and from 0
// here.
template <class T>
class Borrowed {
 public:
  Borrowed() = default;
  Borrowed(const int* data, int base) : data_(data), base_(base) {}
  T operator[](std::size_t t) const { return static_cast<T>(data_[t] - base_); }
  const int* data() const { return data_; }
  int base() const { return base_; }

 private:
  const int* data_ = nullptr;
  int base_ = 0;
};

// Likewise, values.
class BorrowedValues {
 public:
  BorrowedValues() = default;
  BorrowedValues(const double* data, std::size_t size)
      : data_(data), size_(size) {}
  double operator[](std::size_t t) const { return data_[t]; }
  const double* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  const double* data_ = nullptr;
  std::size_t size_ = 0;
};

// minimize c'x subject to A*x = b, l <= x <= u; A is m by n by columns,
// l_k = -inf or u_k = +inf where there is no bound.  A is large and stays
// where it is: its owner outlives this object's use.
struct WorkingLp {
  int m = 0, n = 0;
  Borrowed<std::size_t> ptr;    // n+1
  Borrowed<int> ind;            // nnz, of the same base as ptr
  BorrowedValues val;           // nnz
  std::vector<double> b;        // m
  std::vector<double> c, l, u;  // n

  bool fixed(int k) const { return l[k] == u[k]; }
};

// Where a non-basic variable stands.
enum class At : signed char { kLower, kUpper, kFree };

struct SimplexBasis {
  std::vector<int> basic;     // m
  std::vector<int> nonbasic;  // n-m
  std::vector<At> at;         // n-m
};

// The caller's problem, all of it checked and the matrix borrowed, and his
// basis; Error(INVALID, NONFINITE).
WorkingLp borrow_lp(const gpuinv_lp& lp);
SimplexBasis copy_basis(const gpuinv_lp& lp);

// Columns `which` of A, in its arrays: rows are counted from lp.ind.base().
std::vector<HostColumn> columns_of(const WorkingLp& lp,
                                   const std::vector<int>& which);

// True if every column is there once and stands at a bound that it has.
bool is_basis(const WorkingLp& lp, const SimplexBasis& basis);

}  // namespace gpuinv
