// row_cycles.hpp (a permutation of rows on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"

namespace gpuinv::device {

// Row i comes from row from[i]; kept as cycles (kernels/inversion.hpp).
class RowCycles {
 public:
  static std::size_t bytes_needed(int m);
  std::size_t bytes() const { return cycles_.bytes(); }
  // Makes room for permutations of m rows.
  void grow(int m);
  void release() noexcept { cycles_.release(); }

  // Waits.
  void send(Context& context, const std::vector<int>& from);
  // Permutes the first `columns` elements of rows of ld elements; queued.
  void run(Context& context, int columns, std::size_t ld, double* x) const;

 private:
  DeviceBuffer<int> cycles_;  // rows, cycle by cycle, then starts of cycles
  std::size_t rows_ = 0;
  int count_ = 0;
};

}  // namespace gpuinv::device
