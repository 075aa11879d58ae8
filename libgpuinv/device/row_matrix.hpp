// row_matrix.hpp (sparse matrix by rows on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "kernels/row_sums.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"

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

}  // namespace gpuinv::device
