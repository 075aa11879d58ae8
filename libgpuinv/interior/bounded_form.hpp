// bounded_form.hpp (linear program in the form that the method solves)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/interior/lp.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

// The bounds of a variable of the form.
enum Bounds : signed char { kFree = 0, kLower = 1, kBoxed = 2 };

// minimize c'x subject to A*x = b; x_j >= 0 if kLower, 0 <= x_j <= u_j if
// kBoxed.  The constructor makes this of a linear program: it scales, moves
// each bound to 0 and adds a slack column for each row that is not an equation.
struct BoundedForm {
  BoundedForm() = default;
  explicit BoundedForm(InteriorLp lp);

  int m = 0, n = 0;
  std::vector<int> start, row;
  std::vector<double> value;
  std::vector<double> b, c, u;      // m, n, n (0 if there is no bound)
  std::vector<signed char> bounds;  // n

  // Factors that turn a residual of row i, a residual of column j, and a value
  // x_j into units of the given problem.
  std::vector<double> row_unit, cost_unit, value_unit;
  double objective_unit = 1.0, objective_shift = 0.0;

  ColumnMatrix matrix() const;
  // Returns the number of columns that are not slacks; they come first.
  int structural() const { return structural_; }
  // Return values x[n] and multipliers y[m] of the given problem.  A ray has no
  // shifts.
  std::vector<double> values(const std::vector<double>& x, bool ray) const;
  std::vector<double> multipliers(const std::vector<double>& y) const;

 private:
  void add_column(const InteriorLp& lp, int j, double scale);
  void scale_columns();
  void add_slack(const InteriorLp& lp, int i);
  void scale_objective_and_bounds();

  int structural_ = 0;
  std::vector<double> row_scale_;
  std::vector<double> column_scale_, shift_;  // x of lp = scale*x + shift
  double b_scale_ = 1.0, c_scale_ = 1.0;
};

}  // namespace gpuinv
