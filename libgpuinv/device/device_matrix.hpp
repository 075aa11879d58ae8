// device_matrix.hpp (sparse matrix on the device, by columns and by rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "kernels/row_sums.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/simplex/working_lp.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv::device {

// Row i has the entries start[i] .. start[i+1]-1.
struct HostRows {
  std::vector<std::size_t> start;
  std::vector<int> index;
  std::vector<double> value;

  std::size_t bytes() const {
    return start.size() * (sizeof(std::size_t) + sizeof(int)) +
           index.size() * (sizeof(int) + sizeof(double));
  }
};

// A sparse matrix on the device, by rows, that multiplies vectors.
class RowMatrix {
 public:
  // Sends the arrays and waits.
  RowMatrix(Context& context, const HostRows& rows);
  // Takes arrays that are on the device already, except start; sends that and
  // waits.
  RowMatrix(Context& context, const std::vector<std::size_t>& start,
            DeviceBuffer<int> index, DeviceBuffer<double> value);

  kernels::SparseRows view() const {
    return {start_.data(), index_.data(), value_.data()};
  }
  std::size_t bytes() const {
    return list_.bytes() + start_.bytes() + index_.bytes() + value_.bytes();
  }
  // y := A*x, with the entries or their squares; x and y are on the device;
  // queued.
  void multiply(Context& context, const double* x, double* y) const {
    sum_up(context, false, x, y);
  }
  void multiply_squares(Context& context, const double* x, double* y) const {
    sum_up(context, true, x, y);
  }

 private:
  void send_start(Context& context, const std::vector<std::size_t>& start);
  void sum_up(Context& context, bool squares, const double* x, double* y) const;

  int count_[kernels::kRowClasses] = {};  // rows of each class
  DeviceBuffer<int> list_;                // rows, class after class
  DeviceBuffer<std::size_t> start_;
  DeviceBuffer<int> index_;
  DeviceBuffer<double> value_;
};

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
