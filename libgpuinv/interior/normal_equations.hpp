// normal_equations.hpp (interface of the normal equations S = A*D*A' + R)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <string>
#include <utility>

namespace gpuinv {

// The Cholesky factor of S = A*diag(d)*A' + diag(r) for one m by n matrix A, m
// >= 1, and changing d and r.  The constructor of an implementation analyzes
// the pattern of A and allocates all memory.  A must outlive the object.
// Vectors are in the memory of the implementation, host or device.  One thread
// calls; a device may return from solve before it has finished.
class NormalEquations {
 public:
  // Cost of one factorization, from the pattern alone.
  struct Cost {
    double nnz_a;  // non-zeros of A
    double nnz_s;  // non-zeros of the lower triangle of S
    double nnz_l;  // non-zeros of the factor
    double flops;  // operations of the factorization
    double bytes;  // bytes allocated
  };

  virtual ~NormalEquations() = default;
  virtual const char* name() const = 0;  // "host sparse", "device dense", ...
  virtual const Cost& cost() const = 0;

  // d has n elements >= 0, r has m elements >= 0.  Returns false if S is
  // numerically not positive definite; then there is no factor, and the caller
  // raises r.  Error(NONFINITE): d or r has an element that is not finite.
  virtual bool factorize(const double* d, const double* r) = 0;

  // x := inv(S)*x, m elements, after factorize has returned true.  The result
  // is neither refined nor checked.
  virtual void solve(double* x) = 0;

  // Returns whether factors are in single precision, which suffices for a
  // preconditioner.  After leave_single() they are in double precision.
  virtual bool single() const { return false; }
  virtual void leave_single() {}

  // Returns one line on how the work was shared, "" if it is not.
  virtual std::string remark() const { return ""; }
  // Returns what the user should know at once, and forgets it.
  virtual std::string take_news() { return ""; }
};

// Normal equations that hand all calls on to others; derived classes change
// some of them.
class NormalWrapper : public NormalEquations {
 public:
  explicit NormalWrapper(std::unique_ptr<NormalEquations> inner)
      : inner_(std::move(inner)) {}
  const char* name() const override { return inner_->name(); }
  const Cost& cost() const override { return inner_->cost(); }
  bool factorize(const double* d, const double* r) override {
    return inner_->factorize(d, r);
  }
  void solve(double* x) override { inner_->solve(x); }
  bool single() const override { return inner_->single(); }
  void leave_single() override { inner_->leave_single(); }
  std::string remark() const override { return inner_->remark(); }
  std::string take_news() override { return inner_->take_news(); }

 private:
  const std::unique_ptr<NormalEquations> inner_;
};

}  // namespace gpuinv
