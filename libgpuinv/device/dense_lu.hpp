// dense_lu.hpp (LU factors of a dense matrix by cuSOLVER)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"

namespace gpuinv::device {

// Bytes of workspace that a cuSOLVER routine asks for.
struct Workspace {
  std::size_t device, host;
};

// P*A = L*U by partial pivoting, for a column-major A with at least as many
// rows as columns.  Order of calls: grow, then factorize, or start and wait,
// for that shape.
class DenseLu {
 public:
  explicit DenseLu(Context& context) : context_(context) {}

  // Returns what factorize needs; ld is A's leading dimension.
  Workspace workspace(int rows, int columns, std::size_t ld);
  // Makes room for the factorization, on the device at least `other` bytes for
  // further calls.
  void grow(int rows, int columns, std::size_t ld, std::size_t other = 0);
  // Bytes without the workspace.
  static std::size_t own_bytes(int columns) {
    return columns * sizeof(std::int64_t) + sizeof(int);
  }
  std::size_t bytes() const { return bytes_of(pivots_, work_, info_); }
  void release() noexcept { release_all(pivots_, work_, info_); }

  // Queues the replacement of a by its factors.  Uses the 64-bit interface: m*m
  // may not fit an int.
  void start(int rows, int columns, std::size_t ld, double* a);
  // Waits for it and returns 0, or the 1-based position of a zero pivot.
  int wait();
  // Does both.
  int factorize(int rows, int columns, std::size_t ld, double* a) {
    start(rows, columns, ld, a);
    return wait();
  }
  // Returns the exchanges of rows by the last factorization, counted from 1.
  // Waits.
  std::vector<std::int64_t> exchanges(int columns);

  // Room for other calls of cuSOLVER, queued after start.
  DeviceBuffer<char>& work() { return work_; }
  int* info() {
    info_.grow(1);
    return info_.data();
  }

 private:
  Context& context_;
  DeviceBuffer<std::int64_t> pivots_;
  DeviceBuffer<char> work_;
  DeviceBuffer<int> info_;
  PinnedBuffer<int> info_pinned_;
  std::vector<char> host_work_;
};

}  // namespace gpuinv::device
