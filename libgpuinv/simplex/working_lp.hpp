// working_lp.hpp (linear program and basis of a simplex engine)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/gpuinv.h"
#include "libgpuinv/simplex/form.hpp"
#include "libgpuinv/sparse/by_rows.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

// A view of numbers in the caller's memory.  The caller counts from `base`,
// this view from 0.
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

// A view of values in the caller's memory.
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

// minimize c'x subject to A*x = b, l <= x <= u.  A is m by n, by columns; l_k =
// -inf or u_k = +inf if there is no bound.  A is large and stays in the
// caller's memory, which must outlive this object.
struct WorkingLp {
  int m = 0, n = 0;
  Borrowed<std::size_t> ptr;    // n+1
  Borrowed<int> ind;            // nnz, with the base of ptr
  BorrowedValues val;           // nnz
  std::vector<double> b;        // m
  std::vector<double> c, l, u;  // n

  bool fixed(int k) const { return l[k] == u[k]; }
};

// The bound that a nonbasic variable is at.
enum class At : signed char { kLower, kUpper, kFree };

struct SimplexBasis {
  std::vector<int> basic;     // m
  std::vector<int> nonbasic;  // n-m
  std::vector<At> at;         // n-m
};

// Checks no more than the shape.  Error(INVALID).
Size shape_of(const gpuinv_lp& lp);

// These check the caller's problem and start basis completely.  They borrow the
// matrix and copy the rest.  Error(INVALID, NONFINITE).
WorkingLp borrow_lp(const gpuinv_lp& lp);
SimplexBasis copy_basis(const gpuinv_lp& lp);

// Returns the columns `which` of A, in its arrays; rows are counted from
// lp.ind.base().
inline std::vector<HostColumn> columns_of(const WorkingLp& lp,
                                          const std::vector<int>& which) {
  std::vector<HostColumn> columns;
  columns.reserve(which.size());
  for (int k : which)
    columns.push_back({lp.ptr[k + 1] - lp.ptr[k], lp.ind.data() + lp.ptr[k],
                       lp.val.data() + lp.ptr[k]});
  return columns;
}

// See sparse/by_rows.hpp.
template <class Put>
std::vector<int> by_rows(const WorkingLp& lp, const Put& put) {
  return by_rows(lp.ind.base(), lp.m, lp.n, lp.ptr.data(), lp.ind.data(), put);
}

// Returns the bound at which a nonbasic variable is, 0 for a free one.
double value_at(const WorkingLp& lp, int k, At at);

// Returns b - N*x_N, which is B*x_B.
std::vector<double> basic_side(const WorkingLp& lp, const SimplexBasis& basis);

// Returns whether every column occurs once and each nonbasic one is at a bound
// that exists.
bool is_basis(const WorkingLp& lp, const SimplexBasis& basis);

// Returns max_i |A*x - b|_i over the largest of |b_i|, |a_ij*x_j| and 1.  A NaN
// in x[n] makes it NaN.  A few threads of the host share a large A; the result
// is the same on every machine.  Throws Interrupted.
double relative_residual(const WorkingLp& lp, const std::vector<double>& x,
                         const Interrupt& interrupt = {});

}  // namespace gpuinv
