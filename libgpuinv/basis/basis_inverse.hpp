// basis_inverse.hpp (interface of the dense basis inverse)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "libgpuinv/basis/backward_error.hpp"
#include "libgpuinv/basis/rounding_dirt.hpp"
#include "libgpuinv/gpuinv.h"
#include "libgpuinv/sparse/sparse_columns.hpp"

namespace gpuinv {

// inv(B) of an m by m basis matrix B, dense, kept up to date while
// columns of B are replaced.  After column k was replaced by a,
//
//    inv(B_new) = E * inv(B),   alpha = inv(B) * a,
//
// where E is the identity but for its column k, the eta column
// omega_i = -alpha_i/alpha_k (i != k), omega_k = 1/alpha_k (Shah et al.
// 2020, eq. 6 and 7).  That touches all m^2 elements; or the change, of
// rank one, is kept beside inv(B) and applied with others by one product.
//
// Columns j and rows ind[t] are counted from the base that begin sets;
// arrays begin at their first element.
//
// Order of calls: begin, column for every j, factorize, then ftran,
// btran, update at will; update may end the validity of the inverse
// (any result but OK), after which begin starts anew.
//
// This class checks arguments and states, keeps B, and lets no vector out
// that does not solve the system with B to rounding errors: the backward
// error is measured by the columns of B, element by element, and the vector
// is refined,
//    r = a - B*x,  x := x + inv(B)*r,
// which converges as long as inv(B)*B is near the identity at all (Skeel
// 1980); rounding dirt becomes exact zeros.  If that does not help, inv(B)
// is computed anew.  Implementations do the linear algebra and need not be
// accurate.  Outcomes are returned, misuse and failures throw Error.
class BasisInverse {
 public:
  struct Limits {
    int updates = 0;         // update limit; 0: by m
    int pivots = 0;          // changes kept pending, 1: none; 0: by m
    std::size_t memory = 0;  // bytes for inv(B) and workspace; 0: all free
  };

  explicit BasisInverse(const Limits& limits) : limits_(limits) {}
  virtual ~BasisInverse() = default;
  BasisInverse(const BasisInverse&) = delete;
  BasisInverse& operator=(const BasisInverse&) = delete;

  virtual const char* backend_name() const = 0;

  void begin(int base, int m);
  void column(int j, int len, const int* ind, const double* val);
  gpuinv_status factorize();  // OK, SINGULAR, ILLCOND
  // x[m] := inv(B)*x and x := inv(B')*x; OK, or INACCURATE: x is as it was.
  gpuinv_status ftran(double* x);
  gpuinv_status btran(double* x);
  // The same, the best of what refinement leads to, whatever its error.
  void approximate(Op op, double* x);
  gpuinv_status update(int k, int len, const int* ind, const double* val);
  double inverse_norm() const;

  int base() const { return base_; }
  int size() const { return matrix_.size(); }
  const SparseColumns& matrix() const { return matrix_; }
  bool is_singular() const { return state_ == State::kSingular; }

  // As if just made with these limits; memory is kept for begin.
  void restart(const Limits& limits) {
    limits_ = limits;
    state_ = State::kEmpty;
  }

 protected:
  // Number of recent FTRANs whose results update can use.
  static constexpr int kSlots = 2;

  const Limits& limits() const { return limits_; }
  // Gives up B, unless it takes little memory.
  void drop_large_matrix() {
    constexpr std::size_t kLittle = std::size_t{64} << 20;
    state_ = State::kEmpty;
    if (matrix_.bytes() > kLittle) matrix_ = SparseColumns();
  }

 private:
  enum class State { kEmpty, kEntering, kReady, kSingular };

  // The last BTRAN: GLPK asks for the multipliers of its last basis twice.
  struct Btran {
    bool valid = false;
    std::vector<double> rhs, result;  // m
  };

  // One FTRAN: right-hand side a and result alpha = inv(B)*a.
  struct Ftran {
    bool valid = false;
    bool refined = false;  // alpha is not what do_ftran left in the slot
    double error = 0.0;    // backward error, normwise, before refinement
    SparseVector rhs;
    std::vector<double> alpha;  // m
  };

  // Bytes that do_factorize takes for m rows, and bytes it could have.
  virtual std::size_t do_bytes_needed(int m) = 0;
  virtual std::size_t do_bytes_available() = 0;
  // inv(B) and its 1-norm from b (compressed); OK or SINGULAR.
  virtual gpuinv_status do_factorize(SparseColumns& b, double* norm) = 0;
  // y[m] := inv(B)*a, keeping what do_update needs under slot.
  virtual void do_ftran(int slot, const SparseVector& a, double* y) = 0;
  // y[m] := inv(B')*a
  virtual void do_btran(const SparseVector& a, double* y) = 0;
  // Column k of B becomes the column whose FTRAN is alpha[m]; is_own: it is
  // what do_ftran gave for slot, but for dirt in the place of zeros.
  virtual void do_update(int k, int slot, const double* alpha, bool is_own) = 0;

  void check_column(int j, int len, const int* ind, const double* val);
  const int* from_zero(int len, const int* ind);
  void require(State state, const char* verb) const;
  int find_or_solve(int len, const int* ind, const double* val);
  gpuinv_status invert();
  bool inverts();
  void multiply(Op op, int slot, const double* a, double* y);
  void correct(Op op, int slot);
  bool solves(Op op, const double* a);
  bool solve(Op op, int slot, const double* a);
  bool renew();
  int next_slot();
  void forget_solves();
  bool same_column(const Ftran& f, int len, const int* ind, const double* val);
  gpuinv_status judge_pivot(int k, const std::vector<double>& alpha) const;
  gpuinv_status judge_update(int k, int slot) const;
  int update_limit() const;

  Limits limits_;
  State state_ = State::kEmpty;
  int base_ = 0;
  SparseColumns matrix_;
  double norm_ = 0.0;  // 1-norm of inv(B) at the last factorize
  int updates_ = 0;
  int last_slot_ = 0;
  std::array<Ftran, kSlots> ftrans_;
  Btran btran_;
  SparseVector rhs_;           // of the last product with inv(B)
  std::vector<double> dense_;  // m, zero between calls
  // The vector on its way out, m, its error at last and at first, and
  // corrections made to it.
  std::vector<double> result_, correction_;
  RoundingDirt dirt_;
  BackwardError error_;
  double first_error_ = 0.0;
  int corrections_ = 0;
  std::vector<int> rows_;  // of a column, from 0
  std::vector<int> seen_;  // m: last column that used row i
  int seen_stamp_ = 0;
};

}  // namespace gpuinv
