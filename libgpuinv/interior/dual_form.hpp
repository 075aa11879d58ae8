// dual_form.hpp (the dual of a bounded form as a bounded form)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <vector>

#include "libgpuinv/interior/bounded_form.hpp"
#include "libgpuinv/interior/interior_method.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

// The dual of the problem to minimize c'x subject to A*x + E*v = b, where x and
// the slacks v are within their bounds:
//   minimize -b'y + u'w  subject to  A'y + z - w = c,  z, w >= 0.
// It has a row for each structural column.  The dual row of a slack v_k of row
// i says e_ik*y_i + z_k - w_k = 0: there y_i is z_k and w_k, which are not
// negative; of an equation it is free.  Where A has many rows with slacks and
// few columns, the normal equations of this form are the smaller ones.
class DualForm {
 public:
  explicit DualForm(const BoundedForm& given);

  const BoundedForm& form() const { return form_; }
  // x[n], y[m] of the given form from values and multipliers of this one.
  void translate(const std::vector<double>& values,
                 const std::vector<double>& multipliers, std::vector<double>* x,
                 std::vector<double>* y) const;

 private:
  void add_rows(const BoundedForm& given);
  void add_row(const BoundedForm& given, int i, double factor, double cost,
               Bounds bounds);
  void add_reduced_costs(const BoundedForm& given);

  BoundedForm form_;
  SparseVectors rows_;  // the given ones, by their structural columns
  int m_, n_;
  // y_i is the sum of factor times value of the columns that row i became.
  std::vector<int> column_row_;
  std::vector<double> column_factor_;
};

// Returns a method for the given form, from one that works on the dual form.
std::unique_ptr<InteriorMethod> as_given(
    std::shared_ptr<const DualForm> dual,
    std::unique_ptr<InteriorMethod> method);

}  // namespace gpuinv
