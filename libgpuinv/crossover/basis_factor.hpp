// basis_factor.hpp (interface of the factored basis of a crossover)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/crossover/scattered.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// A factored basis matrix B, made of columns of an LP.  Rows and positions of
// columns are counted from 0.  One thread calls.
class BasisFactor {
 public:
  // A defect of B.  If the column at each defect's position is replaced by the
  // unit vector of the defect's row, B becomes regular.
  struct Defect {
    int position, row;
  };

  virtual ~BasisFactor() = default;
  // The name for the log.
  virtual const char* name() const = 0;
  // Factorizes B of these m columns.  Returns its defects, none if B is
  // regular; only then may the other calls follow.  Error(NOMEM, DEVICE).
  virtual std::vector<Defect> factorize(const WorkingLp& lp,
                                        const std::vector<int>& basic) = 0;
  // x := inv(B)*x, from rows to positions; x has m elements.
  virtual void ftran(Scattered* x) = 0;
  virtual void ftran(Panel* x) = 0;
  // x := inv(B')*x, from positions to rows; x has m elements.
  virtual void btran(Scattered* x) = 0;
  virtual void btran(Panel* x) = 0;
  // The column at position p is replaced by the column whose ftran was computed
  // in this lane of the last panel.  After each ftran(Panel*), each lane may be
  // used once at most, in any order.  The caller has checked that element p of
  // the result is large enough for a pivot.
  virtual void update(int p, int lane) = 0;
  // Returns whether factorize is due, because another update would cost more or
  // be less accurate.
  virtual bool worn() const = 0;
  // Bytes that factors may take, 0 without a limit.
  virtual std::size_t memory() const { return 0; }
};

}  // namespace gpuinv
