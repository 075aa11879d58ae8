// normal_equations.hpp (S = A*D*A' + R, factorized again and again)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace gpuinv {

// The Cholesky factor of S = A*diag(d)*A' + diag(r) for one m x n matrix A,
// m >= 1, and ever new d and r.  The constructor of an implementation analyzes
// the pattern of A and takes the memory; A must live as long as the object.
// Vectors lie in the memory of the implementation, host or device.
class NormalEquations {
 public:
  // of one factorization, from the pattern alone
  struct Cost {
    double nnz_a;  // non-zeros of A
    double nnz_s;  // of the lower triangle of S
    double nnz_l;  // of its factor
    double flops;  // additions and multiplications of the factorization
    double bytes;  // memory taken
  };

  virtual ~NormalEquations() = default;
  virtual const char* name() const = 0;  // "host sparse", "device dense", ...
  virtual const Cost& cost() const = 0;

  // d: n elements >= 0, r: m elements >= 0.  False: S is numerically not
  // positive definite; the factor is given up, and the caller raises r.
  // Error(GPUINV_NONFINITE): d or r is infinite or not a number.
  virtual bool factorize(const double* d, const double* r) = 0;

  // x := inv(S)*x in place, m elements, after a factorize that was true.
  // Neither refined nor checked.
  virtual void solve(double* x) = 0;

  // Whether factors are in single precision, which is good for a
  // preconditioner, until leave_single(): those after it are in double.
  virtual bool single() const { return false; }
  virtual void leave_single() {}
};

}  // namespace gpuinv
