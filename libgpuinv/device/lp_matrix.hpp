// lp_matrix.hpp (matrix of a linear program on the device, sparse)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_DEVICE_LP_MATRIX_HPP
#define GPUINV_DEVICE_LP_MATRIX_HPP

#include <cstddef>
#include <optional>

#include "libgpuinv/device/plugin.h"
#include "libgpuinv/device/row_matrix.hpp"

namespace gpuinv::device {

// [A b] twice, by columns and, sorted on the device, by rows; b is column n.
class LpMatrix {
 public:
  static std::size_t bytes_needed(int m, int n, std::size_t nnz);
  std::size_t bytes() const;
  bool loaded() const { return columns_.has_value(); }
  void release() noexcept;

  // Waits.  DeviceError (INVALID) if a row is out of range.
  void load(Context& context, const gpuinv_tableau_matrix& a);

  kernels::SparseRows by_rows() const { return rows_->view(); }
  kernels::SparseRows by_columns() const { return columns_->view(); }

  // y[m] := [A b]*x, x[n+1] := [A b]'*y, queued.
  void multiply(Context& context, const double* x, double* y) const {
    rows_->multiply(context, x, y);
  }
  void multiply_transposed(Context& context, const double* y, double* x) const {
    columns_->multiply(context, y, x);
  }

 private:
  std::optional<RowMatrix> rows_, columns_;
};

}  // namespace gpuinv::device

#endif
