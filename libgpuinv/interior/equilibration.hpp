// equilibration.hpp (linear program brought to comparable units)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/interior/lp.hpp"

namespace gpuinv {

// Factors R and C of rows and columns, powers of 2: A became R*A*C, bounds
// and costs went along, nothing was rounded.  In these units what a row or a
// column may be violated by can be told from it alone.  All are 1 where the
// elements are of comparable size already, or where a number would leave the
// range of double.
class Equilibration {
 public:
  explicit Equilibration(InteriorLp* lp);
  // All factors are 1.
  Equilibration() = default;

  double row(int i) const { return row_.empty() ? 1.0 : row_[i]; }
  double column(int j) const { return column_.empty() ? 1.0 : column_[j]; }
  // The problem as it was.
  void restore(InteriorLp* lp) const;
  // Values and multipliers of rows and columns in units of the problem as
  // given.
  void restore(std::vector<double>* row_value, std::vector<double>* row_dual,
               std::vector<double>* column_value,
               std::vector<double>* column_dual) const;

 private:
  bool apply(InteriorLp* lp) const;

  std::vector<double> row_, column_;
};

}  // namespace gpuinv
