// triangular_rows.hpp (inv(B)*A where B is triangular)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "kernels/scatter_columns.hpp"
#include "kernels/substitute_rows.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/device_buffer.hpp"
#include "libgpuinv/device/row_levels.hpp"
#include "libgpuinv/sparse/singletons.hpp"

namespace gpuinv::device {

// If B has no kernel (libgpuinv/singletons.hpp), as GLPK's start bases, of
// which slacks are a special case, X = inv(B)*A needs no factors.  With row i
// of A over its pivot b_ij in the place of x_j, row j of X, and in order,
//   x_j := x_j - sum over the other entries b_ih of row i of b_ih/b_ij*x_h,
// levels side by side.  Order of calls: find, send, fill X by map(), run.
class TriangularRows {
 public:
  explicit TriangularRows(Context& context) : context_(context) {}

  // Device bytes that send leads to, for bases whose entries are as few as
  // find asks for.
  static std::size_t bytes_needed(int m);
  std::size_t bytes() const;
  void release() noexcept;

  // False if B is dense or has a kernel, or a row is out of range.
  bool find(const HostColumns& b);
  // Waits.
  void send();
  // Where the rows of A go, and what they are divided by.
  kernels::RowMap map() const;
  // x: m rows of ld numbers, ld even; queued.
  void run(std::size_t ld, double* x) const;

 private:
  void list_rows();
  void list_steps();

  Context& context_;
  Singletons order_;
  std::vector<LevelRun> runs_;
  int idle_ = 0;               // steps without entries, the first ones
  std::vector<int> places_;    // 2*m: of x_j by row of A; of x_j by step
  std::vector<double> pivot_;  // m, by row of A
  std::vector<std::size_t> start_;
  std::vector<int> source_;
  std::vector<double> value_;
  DeviceBuffer<int> d_places_, d_source_;
  DeviceBuffer<std::size_t> d_start_;
  DeviceBuffer<double> d_pivot_, d_value_;
};

}  // namespace gpuinv::device
