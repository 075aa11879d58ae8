// tableau.hpp (interface of the simplex tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

struct Tolerances {
  double bound;  // primal: see rules::slack
  double cost;   // dual: |d_j| <= cost is zero
  double pivot;  // |alpha| below is zero
};

// Everything about a basis that is a vector: basic variables by row i =
// 0..m-1, non-basic ones by column j = 0..nn-1, nn = n-m.
struct SimplexState {
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

// Scale: factor on the norm that prices a row or column, 1 or, if its pivot
// was refused, rules::kRefusedScale.  Weights themselves (rules.hpp) are the
// tableau's business.

enum class Stop {
  kBudget,    // the pivots asked for were done
  kOptimal,   // no candidate: primal d_j, dual beta_i are in order
  kNoPivot,   // primal: unbounded; dual: infeasible
  kPoorPivot  // rules::kMostRefused pivots, and that of the candidate, were
              // too small to be trusted, or unsure
};

struct Batch {
  Stop stop;
  int pivots;      // basis changes
  int flips;       // primal: entering variable went to its other bound
  int degenerate;  // of the pivots, those with a step of zero
  int refused;     // kPoorPivot: the row (dual) or column of the candidate
};

// Looks at iterations under way.
class SimplexWatch {
 public:
  using Clock = Interrupt::Clock;

  virtual ~SimplexWatch() = default;
  // Whether to be shown the state: asked between pivots.
  virtual bool due() const = 0;
  // The state after so many pivots and flips of this batch; since: when the
  // tableau began to make it ready.
  virtual void show(Clock::time_point since, const SimplexState& s,
                    int pivots) = 0;
};

// T = inv(B)*[N b] of m rows and nn+1 columns.  When column q enters and row
// p leaves, alpha = column q and rho = row p of T being known, T changes by
// a matrix of rank one; up to K changes are kept pending.  In tableau form
// T = T0 + U*V is dense,
//
//    T' = T with column q replaced by e_p, minus (alpha - e_p)*rho'/alpha_p,
//
// where rho_q = 1 (Garfinkel and Nemhauser's compact tableau): column q
// becomes that of the leaving variable.  U gets the column -(alpha - e_p),
// V the row rho/alpha_p and a zero in column q of its older rows.  In
// inverse form W = inv(B) = W0 + U*V is dense, T is not formed: columns and
// rows of it are products of W with those of the sparse A,
//
//    W' = W - (alpha - e_p)*(row p of W)/alpha_p.
//
// Order of calls: build, push, then primal or dual any number of times,
// pull; multiply at any time after build.
class Tableau {
 public:
  virtual ~Tableau() = default;

  // Bytes for this shape with nnz elements in A.
  virtual std::size_t bytes_needed(int m, int nn, std::size_t nnz) = 0;
  // K for this shape.
  virtual int most_pending(int m, int nn) = 0;

  // T from the matrix; false if B is singular, Error(CANNOT) if there is too
  // little memory.  lp stays in use until the next build, and is the same
  // for all of them.
  virtual bool build(const WorkingLp& lp, const SimplexBasis& basis) = 0;
  // Whether primal and dual read that matrix.
  virtual bool reads_matrix() const { return true; }

  virtual void push(const SimplexState& state) = 0;
  virtual void pull(SimplexState& state) = 0;

  // Up to `budget` iterations of the method, with weights computed anew
  // at the start.  Both fold pending changes into T0 as often as needed.
  virtual Batch primal(int budget, const Tolerances& tol) = 0;
  virtual Batch dual(int budget, const Tolerances& tol) = 0;

  // Who looks at primal and dual from now on; NULL: nobody.  A tableau whose
  // batches are short need not show anything.
  virtual void watch(SimplexWatch*) {}

  // y[m] := T*z, z[nn+1], and v[nn+1] := T'*w, w[m]; one of them, if the
  // vectors of the other are null.
  virtual void multiply(const double* z, double* y, const double* w,
                        double* v) = 0;
};

}  // namespace gpuinv
