// crossing.hpp (state and steps of a crossover)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef GPUINV_CROSSOVER_CROSSING_HPP
#define GPUINV_CROSSOVER_CROSSING_HPP

#include <vector>

#include "libgpuinv/crossover/crossover.hpp"
#include "libgpuinv/crossover/face.hpp"
#include "libgpuinv/crossover/scattered.hpp"

namespace gpuinv {

// crossover.cpp holds the course, dual_push.cpp and primal_push.cpp the
// pushes.  Throughout, d = c' - A'*y with d = 0 where variables are basic and
// have been pushed or belong there, c' differing from c by what the sample
// lacks to that; and A*x = b.
class Crossing {
 public:
  Crossing(const WorkingLp& lp, const SimplexBasis& start,
           InteriorSample sample, BasisFactor& factor,
           const Interrupt& interrupt);
  CrossoverResult run();
  OptimalFace face();  // in face.cpp

 private:
  // A pivot is at least so large, and what is smaller than kZero is none.
  static constexpr double kPivot = 1e-7, kZero = 1e-9;
  // Harris: what a bound, or the sign of a reduced cost, may be violated by.
  static constexpr double kSlack = 1e-9;

  void list_rows();
  void choose_basis();
  void enter(const std::vector<int>& basic);
  bool factorize();
  void factorize_if_worn();
  void replace(int position, int k);
  bool basic(int k) const { return position_[k] >= 0; }
  Scattered& column(int k);

  void shift_costs();
  void shift_cost(int k);
  void push_duals();
  void push_dual(int k);
  void compute_row(int position);
  int block_dual(double step) const;
  double dual_room(int k, double step, double slack) const;
  void move_duals(double t);

  std::vector<int> snap();
  void compute_basic_values();
  void push_primals();
  void push_primal(int k);
  int block_primal(double step) const;
  double primal_room(int position, double step, double slack) const;
  void move_primals(double t);

  double excess(int p) const;
  int count_outside() const;
  void restore();
  bool restore_one(int p);

  const WorkingLp& lp_;
  const SimplexBasis& start_;
  BasisFactor& factor_;
  const Interrupt& interrupt_;
  CrossoverCounts counts_;
  std::vector<double> x_, y_, d_;
  std::vector<double> weight_;
  // n: the value is between bounds and not to be put on one without a push
  std::vector<char> inside_;
  std::vector<int> basic_, position_;   // m; n, -1 if not basic
  std::vector<std::size_t> row_start_;  // A by rows
  std::vector<int> row_column_;
  std::vector<double> row_value_;
  Scattered rho_, alpha_, row_;  // m, m, n
};

}  // namespace gpuinv

#endif
