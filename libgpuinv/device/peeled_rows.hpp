// peeled_rows.hpp (inv(B)*A from the triangular parts of B)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "kernels/inversion.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/row_cycles.hpp"
#include "libgpuinv/device/row_levels.hpp"
#include "libgpuinv/sparse/singletons.hpp"

namespace gpuinv::device {

// X = inv(B)*A needs factors of the nucleus of B only
// (libgpuinv/sparse/singletons.hpp); GLPK's start bases and the slack basis
// have none.  Row j of X, x_j, starts as row i of A divided by its pivot b_ij,
// or by 1 in the nucleus; then, in order,
//   x_j := x_j - sum over the other entries b_ih of row i of b_ih/b_ij*x_h,
// with the rows of a level in parallel.  In the nucleus only entries of E
// count, and its k rows then are the right-hand sides of a system with K.  They
// stand in places 0..k-1 until the end, when all rows take those of their
// columns.  Order of calls: find, send, fill X by map(), lower, solve with K in
// rows 0..k-1, upper.
class PeeledRows {
 public:
  explicit PeeledRows(Context& context) : context_(context) {}

  // Returns the device bytes after send, for bases with as few entries as find
  // requires.
  static std::size_t bytes_needed(int m);
  std::size_t bytes() const {
    return bytes_of(d_rows_, d_target_, d_source_, d_start_, d_pivot_, d_value_,
                    cycles_);
  }
  void release() noexcept {
    release_all(d_rows_, d_target_, d_source_, d_start_, d_pivot_, d_value_,
                cycles_);
  }

  // Returns false if B is dense or nothing but a nucleus, or if a row is out of
  // range.
  bool find(const HostColumns& b);
  int nucleus() const { return order_.nucleus(); }
  // Returns the column of B that is column c of K, 0 <= c < nucleus().
  int nucleus_column(int c) const {
    return order_.column(order_.first_nucleus() + c);
  }

  // Sends the lists and waits.
  void send();
  // Returns where the rows of A go, and what they are divided by.
  kernels::RowMap map() const;
  // Returns where the rows of K go: 0..nucleus()-1, all others to row m-1.
  kernels::RowMap nucleus_map() const;
  // x has m rows of ld elements, ld is even; queued.
  void lower(std::size_t ld, double* x) const;
  void upper(std::size_t ld, double* x) const;

 private:
  void place_rows();
  void list_rows();
  void list_steps();
  void list_part(int first, int last, std::vector<int>* order);
  void list_nucleus();
  void add_step(int place);
  void run(std::size_t first, std::size_t last, std::size_t ld,
           double* x) const;

  Context& context_;
  Singletons order_;
  std::vector<int> place_;  // of x_j
  std::vector<int> rows_;   // 2*m: of A, and of the nucleus
  std::vector<double> pivot_;
  std::vector<LevelRun> runs_;
  std::size_t lower_runs_ = 0;
  std::vector<int> target_, source_;
  std::vector<std::size_t> start_;
  std::vector<double> value_;
  DeviceBuffer<int> d_rows_, d_target_, d_source_;
  DeviceBuffer<std::size_t> d_start_;
  DeviceBuffer<double> d_pivot_, d_value_;
  RowCycles cycles_;  // to the rows of the columns
};

}  // namespace gpuinv::device
