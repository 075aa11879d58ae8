// triangular_rows.hpp (inv(B)*A for a triangular B)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "kernels/scatter_columns.hpp"
#include "kernels/substitute_rows.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/row_levels.hpp"
#include "libgpuinv/sparse/singletons.hpp"

namespace gpuinv::device {

// If B has no nucleus (libgpuinv/sparse/singletons.hpp), as GLPK's start bases
// and the slack basis, X = inv(B)*A needs no factors.  Row j of X, x_j, starts
// as row i of A divided by its pivot b_ij; then, in order,
//   x_j := x_j - sum over the other entries b_ih of row i of b_ih/b_ij*x_h,
// with the rows of a level in parallel.  Order of calls: find, send, fill X by
// map(), run.
class TriangularRows {
 public:
  explicit TriangularRows(Context& context) : context_(context) {}

  // Returns the device bytes after send, for bases with as few entries as find
  // requires.
  static std::size_t bytes_needed(int m);
  std::size_t bytes() const;
  void release() noexcept;

  // Returns false if B is dense or has a nucleus, or if a row is out of range.
  bool find(const HostColumns& b);
  // Sends the lists and waits.
  void send();
  // Returns where the rows of A go, and what they are divided by.
  kernels::RowMap map() const;
  // x has m rows of ld elements, ld is even; queued.
  void run(std::size_t ld, double* x) const;

 private:
  void list_rows();
  void list_steps();

  Context& context_;
  Singletons order_;
  std::vector<LevelRun> runs_;
  int idle_ = 0;               // number of first steps without entries
  std::vector<int> places_;    // 2*m: of x_j by row of A, then by step
  std::vector<double> pivot_;  // m, by row of A
  std::vector<std::size_t> start_;
  std::vector<int> source_;
  std::vector<double> value_;
  DeviceBuffer<int> d_places_, d_source_;
  DeviceBuffer<std::size_t> d_start_;
  DeviceBuffer<double> d_pivot_, d_value_;
};

}  // namespace gpuinv::device
