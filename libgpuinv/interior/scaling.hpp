// scaling.hpp (scaling of a linear program to comparable units)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/interior/lp.hpp"

namespace gpuinv {

// Scale factors.  They are powers of 2, so that scaling does not round: A
// becomes R*A*C with elements near 1.
struct Scaling {
  std::vector<double> row, column;  // R, C
};

// Scales by geometric means, then so that each column and each row has a
// largest element of 1.
Scaling scale(const InteriorLp& lp);

// Returns the largest element of A over the smallest one that is not 0.
double spread(const InteriorLp& lp);

// Returns the power of 2 nearest to a > 0.
double power_of_two(double a);

// Row factors R and column factors C, powers of 2: A becomes R*A*C, bounds and
// costs are scaled accordingly, and nothing is rounded.  In these units the
// data of a row or column alone tell how large a violation it may have.  All
// factors are 1 if the elements are of comparable size already or if a number
// would leave the range of double.
class Equilibration {
 public:
  explicit Equilibration(InteriorLp* lp);
  // Makes all factors 1.
  Equilibration() = default;

  double row(int i) const { return row_.empty() ? 1.0 : row_[i]; }
  double column(int j) const { return column_.empty() ? 1.0 : column_[j]; }
  // Restores the problem to its original units.
  void restore(InteriorLp* lp) const;
  // Converts values and multipliers of rows and columns to units of the given
  // problem.
  void restore(std::vector<double>* row_value, std::vector<double>* row_dual,
               std::vector<double>* column_value,
               std::vector<double>* column_dual) const;

 private:
  bool apply(InteriorLp* lp) const;

  std::vector<double> row_, column_;
};

}  // namespace gpuinv
