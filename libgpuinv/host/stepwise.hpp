// stepwise.hpp (dense linear algebra in steps of some milliseconds)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cmath>
#include <cstddef>

#include "libgpuinv/base/interrupt.hpp"

namespace gpuinv::host {

// A column-major matrix in the caller's memory.
struct Block {
  double* data;
  int ld;
  double* at(std::size_t i, std::size_t j) const { return data + j * ld + i; }
  Block from(std::size_t i, std::size_t j) const { return {at(i, j), ld}; }
};

// The same, read-only.
struct Operand {
  Operand(const double* first, int leading) : data(first), ld(leading) {}
  Operand(const Block& block) : data(block.data), ld(block.ld) {}
  const double* at(std::size_t i, std::size_t j) const {
    return data + j * ld + i;
  }
  const double* data;
  int ld;
};

// Does in calls of some milliseconds what BLAS and LAPACK do in one call, which
// takes minutes for large matrices.  Between the calls, fork() may happen
// (blas_guard.hpp), and an interrupt ends the work by the exception
// Interrupted; results are then undefined.
class Stepwise {
 public:
  // Columns of the workspace of invert.
  static constexpr int kWork = 128;

  // flops: operations of all work with this object, see BlasGuard.
  explicit Stepwise(const Interrupt& interrupt = {}, double flops = HUGE_VAL)
      : interrupt_(interrupt), flops_(flops) {}

  const Interrupt& interrupt() const { return interrupt_; }

  // x := value
  void fill(std::size_t count, double* x, double value) const;
  // Returns whether no element is infinite or a NaN.
  bool all_finite(std::size_t count, const double* x) const;

  // C := alpha*op(A)*op(B) + beta*C, C m by n, op(A) m by k
  void gemm(char op_a, char op_b, int m, int n, int k, double alpha, Operand a,
            Operand b, double beta, Block c) const;
  // y := op(A)*x, A m by n
  void gemv(char op, int m, int n, Operand a, const double* x, double* y) const;

  // P*A = L*U in place, A m by n, m >= n, pivots[n] as from dgetrf.  Returns
  // false if a pivot is zero.
  bool factorize(int m, int n, Block a, int* pivots) const;
  // X := inv(A)*X by these factors, X m by n
  void solve(int m, int n, Block factors, const int* pivots, Block x) const;
  // Replaces the factors by inv(A).
  void invert(int m, Block factors, const int* pivots) const;

 private:
  void swap_rows(int n, Block a, int first, int last, const int* pivots) const;
  void swap_columns(int m, Block a, const int* pivots) const;
  void solve_left(char uplo, int m, int n, Block t, Block x) const;
  void solve_right_upper(int m, int n, Block t, Block x) const;
  void invert_upper(int m, Block u) const;
  void invert_lower_from(int m, Block a) const;

  Interrupt interrupt_;
  double flops_;
};

}  // namespace gpuinv::host
