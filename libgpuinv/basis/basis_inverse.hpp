// basis_inverse.hpp (interface of the dense basis inverse)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "libgpuinv/basis/backward_error.hpp"
#include "libgpuinv/basis/late_answers.hpp"
#include "libgpuinv/basis/rounding_dirt.hpp"
#include "libgpuinv/gpuinv.h"
#include "libgpuinv/sparse/sparse_columns.hpp"

namespace gpuinv {

// inv(B) of an m by m basis matrix B, dense, kept up to date while columns of B
// are replaced.  When a replaces column k,
//
//    inv(B_new) = E * inv(B),   alpha = inv(B) * a,
//
// where E is the identity except for its column k, the eta column omega_i =
// -alpha_i/alpha_k (i != k), omega_k = 1/alpha_k (Shah et al. 2020, eq. 6 and
// 7).  This changes all m^2 elements.  Alternatively, an implementation keeps
// the change, which has rank one, beside inv(B) and applies several changes by
// one matrix product.
//
// Columns j and rows ind[t] are counted from the base that begin sets; arrays
// begin at their first element and are in host memory.
//
// Order of calls: begin, column for every j, factorize, then ftran, btran and
// update in any order.  If update returns anything but OK, the inverse is lost,
// and the caller starts with begin again.
//
// This class checks arguments and states and keeps B on the host.  It returns
// only vectors that solve the system with B up to rounding errors.  For that it
// measures the backward error with the columns of B, element by element, and
// refines the vector,
//    r = a - B*x,  x := x + inv(B)*r,
// which converges if inv(B)*B is anywhere near the identity (Skeel 1980).
// Elements that are rounding errors become exact zeros.  If refinement fails
// after updates, inv(B) is computed again.  Implementations only do the linear
// algebra and need not be accurate.  Outcomes are return values; misuse and
// failures throw Error.
class BasisInverse {
 public:
  struct Limits {
    int updates = 0;         // most updates; 0: by m
    int pivots = 0;          // changes kept pending; 1: none; 0: by m
    std::size_t memory = 0;  // bytes for inv(B) and workspace; 0: all free
    bool patient = false;    // a device that is late is never left
  };

  explicit BasisInverse(const Limits& limits) : limits_(limits) {}
  virtual ~BasisInverse() = default;
  BasisInverse(const BasisInverse&) = delete;
  BasisInverse& operator=(const BasisInverse&) = delete;

  virtual const char* backend_name() const = 0;

  void begin(int base, int m);
  // Enters columns j, j+1, ..., see `columns` of gpuinv.h.  A negative length
  // is a number of entries above any m.
  void columns(int j, const std::vector<HostColumn>& columns);
  void column(int j, int len, const int* ind, const double* val) {
    columns(j, {{static_cast<std::size_t>(len), ind, val}});
  }
  // Begins with the matrix that `from` has been given, if any, and takes it;
  // `from` gets the memory of the matrix before.
  void take_columns(BasisInverse& from);
  gpuinv_status factorize();  // OK, SINGULAR, ILLCOND
  // x[m] := inv(B)*x and x[m] := inv(B')*x.  OK, or INACCURATE, after which x
  // is unchanged.
  gpuinv_status ftran(double* x);
  gpuinv_status btran(double* x);
  // The same, but x becomes the best result of refinement, whatever its error.
  void approximate(Op op, double* x);
  gpuinv_status update(int k, int len, const int* ind, const double* val);
  double inverse_norm() const;

  int base() const { return base_; }
  int size() const { return matrix_.size(); }
  const SparseColumns& matrix() const { return matrix_; }
  bool is_singular() const { return state_ == State::kSingular; }
  // Whether products usually take longer than on the host.  Then update returns
  // LIMIT, so that the caller begins again, elsewhere.
  virtual bool is_late() const { return false; }

  // As if just made with these limits; memory is kept for begin.
  void restart(const Limits& limits) {
    limits_ = limits;
    state_ = State::kEmpty;
    late_ = LateAnswers();
  }

 protected:
  // update can use the results of this many last FTRANs.
  static constexpr int kSlots = 2;

  const Limits& limits() const { return limits_; }
  // An implementation on a device notes here how long it waits for a product.
  LateAnswers& late() { return late_; }
  const LateAnswers& late() const { return late_; }
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
    bool refined = false;  // alpha differs from what do_ftran computed
    double error = 0.0;    // normwise backward error before refinement
    SparseVector rhs;
    std::vector<double> alpha;  // m
  };

  // Bytes that do_factorize takes for m rows, and bytes that are free.
  virtual std::size_t do_bytes_needed(int m) = 0;
  virtual std::size_t do_bytes_available() = 0;
  // Computes inv(B) and its 1-norm from b, which it may compress; OK or
  // SINGULAR.
  virtual gpuinv_status do_factorize(SparseColumns& b, double* norm) = 0;
  // y[m] := inv(B)*a; keeps under `slot` what do_update needs.
  virtual void do_ftran(int slot, const SparseVector& a, double* y) = 0;
  // y[m] := inv(B')*a
  virtual void do_btran(const SparseVector& a, double* y) = 0;
  // Replaces column k of B; alpha[m] is the FTRAN of the new column. is_own:
  // alpha is what do_ftran computed under `slot`, except that dirt became
  // zeros.
  virtual void do_update(int k, int slot, const double* alpha, bool is_own) = 0;

  std::vector<ColumnShape> shapes_of(
      const std::vector<HostColumn>& columns) const;
  void check_length(int j, int len) const;
  void check_entries(int j, const ColumnShape& shape, int len, const int* ind,
                     const double* val);
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
  LateAnswers late_;
  int last_slot_ = 0;
  std::array<Ftran, kSlots> ftrans_;
  Btran btran_;
  SparseVector rhs_;           // of the last product with inv(B)
  std::vector<double> dense_;  // m, zero between calls
  // The vector to return, and a correction to it; m elements. dirt_, error_,
  // first_error_ and corrections_ belong to this vector.
  std::vector<double> result_, correction_;
  RoundingDirt dirt_;
  BackwardError error_;
  double first_error_ = 0.0;
  int corrections_ = 0;
  std::vector<int> rows_;  // rows of a column, from 0
  std::vector<int> seen_;  // m: last column that used row i
  int seen_stamp_ = 0;
};

}  // namespace gpuinv
