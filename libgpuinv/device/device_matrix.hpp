// device_matrix.hpp (sparse matrix on the device, by columns and by rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/row_matrix.hpp"
#include "libgpuinv/simplex/working_lp.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv::device {

// A is sent by columns and sorted by rows on the device, where a sort is
// cheaper than in host memory.  Rows ascend within a column, columns within a
// row.
class DeviceMatrix {
 public:
  // Sends A and waits.  Error(CANNOT) names the memory needed.
  DeviceMatrix(Context& context, const ColumnMatrix& a);
  // Takes an m by n matrix whose columns are already on the device.
  DeviceMatrix(Context& context, int m, int n, std::size_t nnz,
               RowMatrix columns);

  int rows() const { return m_; }
  int columns() const { return n_; }
  std::size_t nnz() const { return nnz_; }
  std::size_t bytes() const { return columns_.bytes() + rows_.bytes(); }
  kernels::SparseRows by_columns() const { return columns_.view(); }
  kernels::SparseRows by_rows() const { return rows_.view(); }

  // y := A*x, x := A'*y, and y_i := sum of a_ij^2 * x_j; queued.
  void multiply(Context& context, const double* x, double* y) const {
    rows_.multiply(context, x, y);
  }
  void multiply_transposed(Context& context, const double* y, double* x) const {
    columns_.multiply(context, y, x);
  }
  void multiply_squares(Context& context, const double* x, double* y) const {
    rows_.multiply_squares(context, x, y);
  }

 private:
  int m_, n_;
  std::size_t nnz_;
  RowMatrix columns_, rows_;
};

// Sends [A b], where b is column n, and waits.
DeviceMatrix send_lp(Context& context, const WorkingLp& lp);

// Returns its device bytes for m rows, n columns and nnz elements of A.
std::size_t lp_bytes_needed(int m, int n, std::size_t nnz);

}  // namespace gpuinv::device
