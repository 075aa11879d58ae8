// simplex_vectors.hpp (vectors of the simplex method on host and device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

#include "kernels/inverse_plan.hpp"
#include "kernels/simplex_view.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/simplex/tableau.hpp"

namespace gpuinv::device {

constexpr std::size_t kVectorWords = 4;  // id, at, begin, length

// The vectors of rows or columns on the device, in either form; see
// kernels::SimplexSide.  They are parts of one array of doubles,
//
//    id, at, begin, length | scale | value, lower, upper |
//    line, relaxed | mark, weight
//
// so that one copy moves all vectors that the host has as well; begin and
// length, which are workspace, are copied with them.
class SimplexVectors {
 public:
  static std::size_t bytes_needed(std::size_t count);
  std::size_t bytes() const { return device_.bytes(); }
  // Makes room for so many places and sets their number.
  void grow(std::size_t count);
  void release() noexcept { device_.release(); }
  void point(kernels::SimplexSide* side);

  // The host's arrays for a side; at may be null.
  struct Host {
    double *value, *lower, *upper;
    int* id;
    signed char* at;
    float* scale;
    std::size_t count;
  };
  static Host of_rows(SimplexState& s);
  static Host of_columns(SimplexState& s);
  // Sets how items are dealt to places; the default is in order.
  void deal(const kernels::Deal& how) { deal_ = how; }

  // Queues an upload.  Places of the side without an item of the host stand for
  // a fixed column.
  void push(cudaStream_t stream, const Host& host);
  // Uploads only the ids of `items` items; waits.
  void push_ids(cudaStream_t stream, const int* id, std::size_t items);
  // pull queues a download; finish_pull copies to the host's arrays after the
  // stream was synchronized.
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
  PinnedBuffer<double> host_;  // first line of the diagram
  kernels::Deal deal_;
};

}  // namespace gpuinv::device
