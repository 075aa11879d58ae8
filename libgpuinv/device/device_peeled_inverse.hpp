// device_peeled_inverse.hpp (inverse of a basis from that of its nucleus)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "kernels/inversion.hpp"
#include "libgpuinv/device/column_upload.hpp"
#include "libgpuinv/device/lu_inverse.hpp"
#include "libgpuinv/device/row_levels.hpp"
#include "libgpuinv/sparse/singletons.hpp"

namespace gpuinv::device {

// libgpuinv/sparse/singletons.hpp explains the algebra.  A level is a set of
// rows of inv(B) that do not depend on each other; its rows are computed in
// parallel.  The final basis of 25fv47 has 10 levels; in that of stocfor3, 25
// levels contain 15 000 of its 16 675 rows.  Memory traffic limits the speed: 8
// m bytes for each row and for each entry outside the nucleus, some 8 GB for
// stocfor3, which take 2 ms on an H200.
class DevicePeeledInverse {
 public:
  DevicePeeledInverse(Context& context, LuInverse& lu, ColumnUpload& upload)
      : context_(context), lu_(lu), upload_(upload) {}

  // Returns the most device bytes after grow.
  static std::size_t bytes_needed(int m);
  std::size_t bytes() const {
    return bytes_of(d_ints_, d_source_, d_start_, d_pivot_, d_value_);
  }
  void release() noexcept {
    release_all(d_ints_, d_source_, d_start_, d_pivot_, d_value_);
  }

  // Order of calls: plan, grow, invert, for the same b after order.find(b).
  void plan(const Singletons& order);
  // Returns the elements that invert needs beside the inverse.
  std::size_t room() const;
  void grow();
  // inverse := inv(B), row-major, inverse[matrix_elements(m)]; work[room()].
  // Waits for the pivots of the nucleus and returns 0, or the 1-based position
  // of a zero pivot.  lu must have grown for the nucleus, upload for b.
  int invert(const HostColumns& b, const Singletons& order, double* work,
             double* inverse);

 private:
  void list_steps(const Singletons& order);
  void list_entries(const Singletons& order, int place);
  void map_rows(const Singletons& order);
  void send_lists();
  kernels::RowSteps steps() const;
  void substitute(int m, const std::vector<LevelRun>& runs, double* inverse);
  int invert_nucleus(const HostColumns& b, const Singletons& order,
                     double* nucleus);
  void write_nucleus_rows(int m, const kernels::NucleusRows& rows, double* work,
                          double* inverse);

  Context& context_;
  LuInverse& lu_;
  ColumnUpload& upload_;
  std::vector<int> place_;  // place of each step
  std::vector<LevelRun> lower_, upper_;
  int nucleus_ = 0, reaching_ = 0;  // order; columns of E*x_L with entries
  // The lists of kernels::RowSteps, then for each row its place in the uploaded
  // nucleus and in its rows of the inverse (kernels/inversion.hpp), and
  // columns.
  std::vector<int> target_, unit_, source_, nucleus_row_, column_place_,
      column_;
  std::vector<std::size_t> start_;
  std::vector<double> pivot_, value_;
  DeviceBuffer<int> d_ints_, d_source_;
  DeviceBuffer<std::size_t> d_start_;
  DeviceBuffer<double> d_pivot_, d_value_;
};

}  // namespace gpuinv::device
