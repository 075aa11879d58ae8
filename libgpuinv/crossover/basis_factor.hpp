// basis_factor.hpp (a basis as sparse LU factors and a product of updates)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/base/large_pages.hpp"
#include "libgpuinv/crossover/triangle.hpp"
#include "libgpuinv/simplex/working_lp.hpp"
#include "libgpuinv/sparse/scattered.hpp"

namespace gpuinv {

// A factored basis matrix B, made of columns of an LP.  Rows and positions of
// columns are counted from 0.  One thread calls.
//
// B = L*T1*...*Tk*U, where L*U is the factorized basis and each T = I + v*w'
// stands for a replaced column.  With u the column of U at its place p, and s =
// inv(L*T1*...)*a for the new column a,
//   U + (s - u)*e_p' = (I + (s - u)*e_p'*inv(U))*U,
// so that v = s - u, w = inv(U')*e_p and inv(T) = I - v*w'/(w's).  v needs a
// solve with L only and w one with U only, which keeps both sparse (Huangfu and
// Hall's middle product form).  The time of a solve depends on the non-zeros it
// meets.
class BasisFactor {
 public:
  // A defect of B.  If the column at each defect's position is replaced by the
  // unit vector of the defect's row, B becomes regular.
  struct Defect {
    int position, row;
  };

  // memory: bytes that the factors may take, 0 without a limit.
  explicit BasisFactor(std::size_t memory = 0) : memory_(memory) {}
  // Factorizes B of these m columns, where ~i is the unit vector of row i.
  // Returns the defects of B, none if B is regular; only then may the other
  // calls follow.  Where that may last, a matrix that is lent on this thread
  // may be taken back meanwhile.  Error(NOMEM, INTERNAL); throws Interrupted.
  // After an interruption every solve throws Interrupted until B is factorized.
  std::vector<Defect> factorize(const WorkingLp& lp,
                                const std::vector<int>& basic,
                                const Interrupt& interrupt = {});
  // x := inv(B)*x, from rows to positions; x has m elements.
  void ftran(Scattered* x);
  void ftran(Panel* x);
  // The same, as a column that may replace another one.
  void ftran_entering(Scattered* x);
  // x := inv(B')*x, from positions to rows; x has m elements.
  void btran(Scattered* x);
  void btran(Panel* x);
  // The column at position p is replaced by the column whose ftran was computed
  // in this lane of the last panel, or in lane 0 by ftran_entering.  After each
  // of them, each lane may be used once at most, in any order.  The caller has
  // checked that element p of the result is large enough for a pivot.
  void update(int p, int lane);
  // Returns whether factorize is due, because another update would cost more or
  // be less accurate.
  bool worn() const;
  std::size_t memory() const { return memory_; }

 private:
  struct Change {
    double pivot;                     // w's
    std::size_t first, middle, last;  // elements of v, then those of w
  };

  void forget();
  void require_factors() const;
  template <int W>
  void forward(Lanes<W>* x, Lanes<W>* work, bool enters);
  template <int W>
  void backward(Lanes<W>* x, Lanes<W>* work);
  template <int W>
  void add_product(std::size_t first, std::size_t last, std::size_t to,
                   std::size_t end, double pivot, Lanes<W>* x);
  void store(const Scattered& x);

  const std::size_t memory_;
  int m_ = 0;
  bool interrupted_ = false;       // the last factorization was
  std::vector<int> row_, column_;  // row and column of B at each place of LU
  std::vector<int> row_place_, column_place_;
  std::vector<double> row_scale_;
  Triangle l_, l_transposed_, u_, u_transposed_;
  Scattered work_;
  Panel panel_;
  Panel spikes_;  // s for the lanes of the last panel
  Scattered spike_;
  std::vector<Change> changes_;
  LargeVector<int> change_index_;
  LargeVector<double> change_value_;
  double visits_ = 0.0, most_visits_ = 0.0;  // of elements of changes
};

}  // namespace gpuinv
