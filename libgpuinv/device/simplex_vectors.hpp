// simplex_vectors.hpp (vectors of a simplex between host and device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

#include "kernels/inverse_plan.hpp"
#include "kernels/simplex_view.hpp"
#include "libgpuinv/device/device_buffer.hpp"
#include "libgpuinv/device/pinned_buffer.hpp"

namespace gpuinv::device {

constexpr std::size_t kVectorWords = 4;  // id, at, begin, length

// The vectors of the rows or columns on the device, in either form; see
// kernels::SimplexSide.  They are parts of one array of doubles,
//
//    id, at, begin, length | scale | value, lower, upper |
//    line, relaxed | mark, weight
//
// so that one copy moves what the host has as well; begin and length, which
// are work space, go along.
class SimplexVectors {
 public:
  static std::size_t bytes_needed(std::size_t count);
  std::size_t bytes() const { return device_.bytes(); }
  // Room for so many places, which the side has from now on.
  void grow(std::size_t count);
  void release() noexcept { device_.release(); }
  void point(kernels::SimplexSide* side);

  // Arrays of a side on the host; at may be null.
  struct Host {
    double *value, *lower, *upper;
    int* id;
    signed char* at;
    float* scale;
    std::size_t count;
  };
  // How items are dealt to places from now on; in order unless told.
  void deal(const kernels::Deal& how) { deal_ = how; }

  // Places of the side that no item of the host is at stand for a fixed
  // column.
  void push(cudaStream_t stream, const Host& host);
  // The numbers alone, of `items` of the host; waits.
  void push_ids(cudaStream_t stream, const int* id, std::size_t items);
  // pull queues, finish_pull copies to the host when the stream is through.
  void pull(cudaStream_t stream);
  void finish_pull(const Host& host);

  const int* ids() const {
    return reinterpret_cast<const int*>(device_.data());
  }
  const float* scales() const {
    return reinterpret_cast<const float*>(ids() + kVectorWords * count_);
  }

 private:
  std::size_t place(std::size_t j) const {
    return deal_.place(static_cast<int>(j));
  }

  std::size_t count_ = 0;
  DeviceBuffer<double> device_;
  PinnedBuffer<double> host_;  // the first line
  kernels::Deal deal_;
};

}  // namespace gpuinv::device
