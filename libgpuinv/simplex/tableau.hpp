// tableau.hpp (interface of the simplex tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

struct Tolerances {
  double bound;  // primal: see rules::slack
  double cost;   // dual: |d_j| <= cost counts as zero
  double pivot;  // |alpha| <= pivot counts as zero
};

// All vectors of a basis, in host memory: basic variables by row i = 0..m-1,
// nonbasic ones by column j = 0..nn-1, nn = n-m.
struct SimplexState {
  // Returns the value of nonbasic variable j.
  double value(int j) const {
    if (at[j] == At::kFree) return 0.0;
    return at[j] == At::kLower ? lower[j] : upper[j];
  }
  bool has_shape(std::size_t m, std::size_t nn) const {
    return basic.size() == m && beta.size() == m && basic_lower.size() == m &&
           basic_upper.size() == m && row_scale.size() == m &&
           nonbasic.size() == nn && at.size() == nn && lower.size() == nn &&
           upper.size() == nn && d.size() == nn && col_scale.size() == nn;
  }
  void resize(std::size_t m, std::size_t nn) {
    for (auto* v : {&beta, &basic_lower, &basic_upper}) v->resize(m);
    for (auto* v : {&lower, &upper, &d}) v->resize(nn);
    basic.resize(m);
    row_scale.resize(m);
    nonbasic.resize(nn);
    at.resize(nn);
    col_scale.resize(nn);
  }

  std::vector<int> basic;                        // m
  std::vector<double> beta;                      // m, values x_B
  std::vector<double> basic_lower, basic_upper;  // m, working bounds
  std::vector<float> row_scale;                  // m, see below
  std::vector<int> nonbasic;                     // nn
  std::vector<At> at;                            // nn
  std::vector<double> lower, upper;              // nn, working bounds
  std::vector<double> d;                         // nn, reduced costs
  std::vector<float> col_scale;                  // nn
};

// A scale is a factor on the norm that prices a row or column: 1, or
// rules::kRefusedScale after its pivot was refused.  The tableau keeps the
// weights themselves (rules.hpp).

enum class Stop {
  kBudget,    // all pivots of the budget were made
  kOptimal,   // no candidate: all d_j (primal) or beta_i (dual) are in order
  kNoPivot,   // primal: unbounded; dual: infeasible
  kPoorPivot  // the pivots of rules::kMostRefused candidates, and of this one,
              // were too small or too inaccurate
};

// How far a step of the dual method may go: to the first zero of a reduced
// cost, or past those of boxed variables, which then go to their other bounds
// (rules.hpp).  A long step may save many pivots, but takes more time.
enum class Steps { kShort, kLong };

struct Batch {
  Stop stop;
  int pivots;      // basis changes
  int flips;       // primal: the entering variable went to its other bound
  int degenerate;  // pivots with a step of length zero
  int candidate;   // row (dual) or column priced last; kNoPivot, kPoorPivot
  int passed = 0;  // dual: variables that long steps sent to their other bounds
};

// An observer of iterations under way.
class SimplexWatch {
 public:
  using Clock = Interrupt::Clock;

  virtual ~SimplexWatch() = default;
  // Returns whether it wants to see the state; asked between pivots.
  virtual bool due() const = 0;
  // Shows the state after so many pivots and flips of this batch. since: when
  // the tableau began to prepare it.
  virtual void show(Clock::time_point since, const SimplexState& s,
                    int pivots) = 0;
};

// T = inv(B)*[N b] has m rows and nn+1 columns.  Let column q enter and row p
// leave, alpha be column q and rho be row p of T.  Then T changes by a matrix
// of rank one; up to K such changes stay pending.  In tableau form T = T0 + U*V
// is dense,
//
//    T' = T with column q replaced by e_p, minus (alpha - e_p)*rho'/alpha_p,
//
// where rho_q = 1 (Garfinkel and Nemhauser's compact tableau): column q now
// belongs to the leaving variable.  U gets the column -(alpha - e_p) and V the
// row rho/alpha_p; the older rows of V get a zero in column q.  In inverse form
// W = inv(B) = W0 + U*V is dense and T is not formed: columns and rows of T are
// products of W with the sparse A,
//
//    W' = W - (alpha - e_p)*(row p of W)/alpha_p.
//
// Order of calls: build, push, then primal or dual any number of times, pull;
// multiply at any time after build.  All calls come from one thread and return
// when their work is done.
class Tableau {
 public:
  virtual ~Tableau() = default;

  // Returns the bytes that this shape with nnz elements in A takes.
  virtual std::size_t bytes_needed(int m, int nn, std::size_t nnz) = 0;
  // Returns K for this shape.
  virtual int most_pending(int m, int nn) = 0;

  // Computes T from the matrix; a device receives A.  Returns false if B is
  // singular; Error(CANNOT) if there is too little memory. lp stays in use
  // until the next build and must be the same in all builds.
  virtual bool build(const WorkingLp& lp, const SimplexBasis& basis) = 0;
  // Returns m columns of A[m][k], k >= m, that are independent.  Gaussian
  // elimination takes the rows in their order, and in each the column that has
  // the largest element left.  None if a pivot is too small beside its column
  // (pivot_columns.hpp), for want of memory, or without such a method; call it
  // before build.  Sparse LU takes less time unless its factors fill up.
  virtual std::vector<int> independent_columns(const ColumnMatrix&) {
    return {};
  }
  // Returns whether primal and dual read the caller's matrix.
  virtual bool reads_matrix() const { return true; }
  // Returns whether a long step takes hardly more time than a short one.
  virtual bool long_steps_are_cheap() const { return false; }
  // Returns the seconds after which primal or dual will never return, because a
  // device hangs.
  virtual double longest_batch() const { return HUGE_VAL; }

  // Hand the state to the tableau and back; a device up- or downloads it.
  virtual void push(const SimplexState& state) = 0;
  virtual void pull(SimplexState& state) = 0;

  // Do up to `budget` iterations of the method.  Weights are computed at their
  // start, or at the first call after push.  Both fold pending changes into T0
  // as often as needed.
  virtual Batch primal(int budget, const Tolerances& tol) = 0;
  virtual Batch dual(int budget, const Tolerances& tol, Steps steps) = 0;

  // Sets the observer of primal and dual from now on; NULL: none.  A tableau
  // with short batches need not show anything.
  virtual void watch(SimplexWatch*) {}

  // y[m] := T*z with z[nn+1], and v[nn+1] := T'*w with w[m].  If both vectors
  // of one product are null, only the other is computed.
  virtual void multiply(const double* z, double* y, const double* w,
                        double* v) = 0;
};

// A tableau that hands all calls on to another one; derived classes change
// some of them.
class TableauWrapper : public Tableau {
 public:
  explicit TableauWrapper(std::shared_ptr<Tableau> inner)
      : inner_(std::move(inner)) {}
  std::size_t bytes_needed(int m, int nn, std::size_t nnz) override {
    return inner_->bytes_needed(m, nn, nnz);
  }
  int most_pending(int m, int nn) override {
    return inner_->most_pending(m, nn);
  }
  bool build(const WorkingLp& lp, const SimplexBasis& basis) override {
    return inner_->build(lp, basis);
  }
  std::vector<int> independent_columns(const ColumnMatrix& a) override {
    return inner_->independent_columns(a);
  }
  bool reads_matrix() const override { return inner_->reads_matrix(); }
  bool long_steps_are_cheap() const override {
    return inner_->long_steps_are_cheap();
  }
  double longest_batch() const override { return inner_->longest_batch(); }
  void push(const SimplexState& state) override { inner_->push(state); }
  void pull(SimplexState& state) override { inner_->pull(state); }
  Batch primal(int budget, const Tolerances& tol) override {
    return inner_->primal(budget, tol);
  }
  Batch dual(int budget, const Tolerances& tol, Steps steps) override {
    return inner_->dual(budget, tol, steps);
  }
  void watch(SimplexWatch* watch) override { inner_->watch(watch); }
  void multiply(const double* z, double* y, const double* w,
                double* v) override {
    inner_->multiply(z, y, w, v);
  }

 private:
  const std::shared_ptr<Tableau> inner_;
};

}  // namespace gpuinv
