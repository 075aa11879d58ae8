// crossing.hpp (state and steps of a crossover)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/crossover/crossover.hpp"
#include "libgpuinv/crossover/face.hpp"
#include "libgpuinv/crossover/slices.hpp"
#include "libgpuinv/sparse/scattered.hpp"

namespace gpuinv {

// crossover.cpp contains the main steps, dual_push.cpp and primal_push.cpp the
// pushes, and tableau_rows.cpp the rows that dual pushes need.  These hold
// throughout: A*x = b, and d = c' - A'*y with d = 0 for basic variables that
// have been pushed or lie between their bounds.  c' differs from c by the
// errors of the sample.  Pushes come in batches of kLanes, which share one
// solve.
class Crossing {
 public:
  Crossing(const WorkingLp& lp, const SimplexBasis& start,
           InteriorSample sample, BasisFactor& factor,
           const Interrupt& interrupt, const PushWatch& watch);
  CrossoverResult run();
  OptimalFace face(Tableau* dense);  // in face.cpp

 private:
  // A pivot is at least kPivot; reduced costs below kZero count as zero.
  static constexpr double kPivot = 1e-7, kZero = 1e-9;
  // Few smaller pivots make a basis singular for others.  A primal push that
  // needs one is put off; after the others, such a variable no longer stops it.
  static constexpr double kGoodPivot = 1e-5;
  // Harris' slack: bounds and signs of reduced costs may be violated by so
  // much.  Where usual reduced costs are below 1, this and kZero are shares of
  // them.
  static constexpr double kSlack = 1e-9;
  // The sign that a reduced cost must have: any, +, -, or that of zero.
  enum class Sign : signed char { kAny, kPlus, kMinus, kZero };
  // A dual push removes variable `leaving` from the basis for `entering`.
  struct Swap {
    int leaving, entering;
    double pivot;
  };

  void report(int course, const int* left, int count);
  void choose_basis();
  void enter(const std::vector<int>& basic);
  bool factorize();
  void factorize_if_worn();
  void replace(int position, int k);
  bool basic(int k) const { return position_[k] >= 0; }
  void compute_columns(const int* k, int count);
  void exchange_columns(int lane, int place);

  Sign sign_of(int k) const;
  void shift_costs();
  std::vector<int> list_duals() const;
  void push_duals();
  void push_duals(const int* pushed, int count);
  bool push_dual(int lane, int k, Swap* swap);
  void carry_out(const std::vector<Swap>& swaps);

  void compute_rows(const std::vector<int>& positions);
  void multiply_by_rows();
  void multiply_by_columns();
  void append_row_entry(int k, const double* values);
  int block_dual(int lane, double step) const;
  void move_duals(int lane, double t);
  void exchange_rows(int lane, int place, int leaving);
  void store_duals();

  std::vector<int> snap();
  void compute_basic_values();
  bool push_primals();
  void push_primals(const std::vector<int>& pushed);
  void push_primals(const int* pushed, int count);
  void push_primal(int lane, int k);
  int block_primal(int lane, double step) const;
  void move_primals(int lane, double t);

  double excess(int p) const;
  int count_outside() const;
  void restore();
  bool restore_one(int p);

  const WorkingLp& lp_;
  const SimplexBasis& start_;
  BasisFactor& factor_;
  const Interrupt& interrupt_;
  PushWatch watch_;
  CrossoverCounts counts_;
  std::vector<double> x_, y_, d_;
  double cost_zero_, cost_slack_;  // kZero and kSlack for reduced costs
  std::vector<double> weight_;
  // n: the value is between bounds and may reach one only by a push
  std::vector<char> inside_;
  std::vector<Sign> sign_;             // n
  std::vector<int> basic_, position_;  // m; n, -1 if not basic
  SparseVectors by_row_;               // A
  Scattered work_;                     // m
  Panel panel_, wide_;                 // m, n
  Slices columns_;  // columns of inv(B)*A, indexed by positions
  std::vector<double> basic_x_, basic_l_, basic_u_;  // at columns_' places
  double least_pivot_ = kPivot;  // of what may stop a primal push
  std::vector<int> put_off_;     // primal pushes
  // Rows of inv(B)*A at columns that may stop a push, with the reduced costs of
  // these columns.  Both have the opposite sign here for columns of
  // Sign::kMinus.
  Slices rows_;
  std::vector<double> row_d_;
  std::vector<char> row_none_;  // whether the column has Sign::kZero
};

}  // namespace gpuinv
