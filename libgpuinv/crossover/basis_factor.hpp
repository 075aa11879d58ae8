// basis_factor.hpp (what carries a basis while it is crossed over to)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/crossover/scattered.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// A basis matrix B, made of columns of an LP, and what solves with it.  Rows
// and positions of columns are counted from 0.
class BasisFactor {
 public:
  // Replacing the column at the position by the unit vector of the row, for
  // all of them, makes B regular.
  struct Defect {
    int position, row;
  };

  virtual ~BasisFactor() = default;
  // For the log.
  virtual const char* name() const = 0;
  // B of these m columns; what it lacks, nothing if it is regular.  Only
  // then is it to be solved with.  Error(NOMEM, DEVICE).
  virtual std::vector<Defect> factorize(const WorkingLp& lp,
                                        const std::vector<int>& basic) = 0;
  // x := inv(B)*x, from rows to positions.
  virtual void ftran(Scattered* x) = 0;
  virtual void ftran(Panel* x) = 0;
  // x := inv(B')*x, from positions to rows.
  virtual void btran(Scattered* x) = 0;
  virtual void btran(Panel* x) = 0;
  // The column at position p gives way to the one that this lane of the last
  // panel of ftran began with; to be called for each lane once at most, in any
  // order.  Element p of its ftran is no pivot to be afraid of.
  virtual void update(int p, int lane) = 0;
  // Whether factorize is due: another update would cost more, or be worse.
  virtual bool worn() const = 0;
  // Bytes that factors may take, 0 without a limit.
  virtual std::size_t memory() const { return 0; }
};

}  // namespace gpuinv
