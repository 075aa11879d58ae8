// stepwise.hpp (dense linear algebra in steps of some milliseconds)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cmath>
#include <cstddef>

#include "libgpuinv/base/interrupt.hpp"

namespace gpuinv::host {

// A column-major matrix of somebody else.
struct Block {
  double* data;
  int ld;
  double* at(std::size_t i, std::size_t j) const { return data + j * ld + i; }
  Block from(std::size_t i, std::size_t j) const { return {at(i, j), ld}; }
};

// The same, to be read.
struct Operand {
  Operand(const double* first, int leading) : data(first), ld(leading) {}
  Operand(const Block& block) : data(block.data), ld(block.ld) {}
  const double* at(std::size_t i, std::size_t j) const {
    return data + j * ld + i;
  }
  const double* data;
  int ld;
};

// What BLAS and LAPACK do in one call, which for large matrices takes
// minutes, is done here in calls of some milliseconds.  Between them fork()
// may pass (blas_guard.hpp), and the work is given up by an exception
// Interrupted if that is wished for; its results are then undefined.
class Stepwise {
 public:
  // Columns of workspace of invert.
  static constexpr int kWork = 128;

  // flops: operations of all that is done with it, see BlasGuard.
  explicit Stepwise(const Interrupt& interrupt = {}, double flops = HUGE_VAL)
      : interrupt_(interrupt), flops_(flops) {}

  const Interrupt& interrupt() const { return interrupt_; }

  // x := value
  void fill(std::size_t count, double* x, double value) const;
  // Whether none of them is infinite or a NaN.
  bool all_finite(std::size_t count, const double* x) const;

  // C := alpha*op(A)*op(B) + beta*C, C m x n, op(A) m x k
  void gemm(char op_a, char op_b, int m, int n, int k, double alpha, Operand a,
            Operand b, double beta, Block c) const;
  // y := op(A)*x, A m x n
  void gemv(char op, int m, int n, Operand a, const double* x, double* y) const;

  // P*A = L*U in place, pivots[m] as dgetrf has them; false if a pivot is
  // zero.
  bool factorize(int m, Block a, int* pivots) const;
  // X := inv(A)*X by these factors, X m x n
  void solve(int m, int n, Block factors, const int* pivots, Block x) const;
  // inv(A) in place of its factors
  void invert(int m, Block factors, const int* pivots) const;

 private:
  bool factorize_panel(int m, int n, Block a, int* pivots) const;
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
