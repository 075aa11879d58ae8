// inverse_buffers.hpp (what the inverse form has besides W, on one card)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <optional>

#include "kernels/dealt_columns.hpp"
#include "kernels/inverse_view.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/device_matrix.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv::device {

// A, and vectors of m elements; workspace of products and folds for `rows` rows
// of W, which are all m unless W is on several cards.
class InverseBuffers {
 public:
  static std::size_t bytes_needed(int rows, int m, int n, std::size_t nnz);
  std::size_t bytes() const {
    return (a_ ? a_->bytes() : 0) +
           bytes_of(rho_, signed_, lists_, by_variable_, by_row_);
  }
  void grow(int rows, int m, int n);
  void release() noexcept;

  // Sends [A b] and waits.
  void send(Context& context, const WorkingLp& lp);
  bool has_matrix() const { return a_.has_value(); }
  kernels::SparseRows by_columns() const { return a_->by_columns(); }

  // Returns the arrays of the kernels; v: V, with so many changes.
  kernels::InverseArrays view(const kernels::SimplexPlan& plan, int nn,
                              double* v);
  const double* signed_rows() const { return signed_.data(); }
  int* lists() { return lists_.data(); }

  // Returns y := [A b]*x where x has z at the nonbasic variables and at b.
  const double* multiply(Context& context, const kernels::DealtColumns& dealt,
                         const double* z);
  // v := [A b]'*y at the nonbasic variables and at b
  void multiply_transposed(Context& context, const kernels::DealtColumns& dealt,
                           double* v);
  double* y() { return by_row_.data(); }  // m

 private:
  std::optional<DeviceMatrix> a_;  // [A b]
  DeviceBuffer<double> rho_;       // m
  DeviceBuffer<double> signed_;    // m rows of 32: A times random signs
  DeviceBuffer<int> lists_;        // workspace of a fold
  DeviceBuffer<double> by_variable_, by_row_;  // intermediates of products
};

}  // namespace gpuinv::device
