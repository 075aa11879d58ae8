// simplex_vectors.hpp (vectors of a simplex between host and device)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_DEVICE_SIMPLEX_VECTORS_HPP
#define GPUINV_DEVICE_SIMPLEX_VECTORS_HPP

#include <cstddef>

#include "kernels/inverse_plan.hpp"
#include "kernels/tableau_view.hpp"
#include "libgpuinv/device/device_buffer.hpp"
#include "libgpuinv/device/pinned_buffer.hpp"

namespace gpuinv::device {

// The vectors of the rows or columns on the device, in either form; see
// kernels::TableauSide.
class SimplexVectors {
 public:
  static std::size_t bytes_needed(std::size_t count);
  std::size_t bytes() const;
  void grow(std::size_t count);
  void release() noexcept;
  void point(kernels::TableauSide* side);

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
  void push(cudaStream_t stream, const Host& host, std::size_t count);
  // The numbers alone, of `items` of the host; waits.
  void push_ids(cudaStream_t stream, const int* id, std::size_t items,
                std::size_t count);
  // pull queues, finish_pull copies to the host when the stream is through.
  void pull(cudaStream_t stream, std::size_t count);
  void finish_pull(const Host& host, std::size_t count);

  const int* ids() const { return words_.data(); }
  const float* scales() const { return scales_.data(); }

 private:
  DeviceBuffer<double> doubles_;  // value, lower, upper; line, relaxed
  DeviceBuffer<int> words_;       // id, at; in inverse form two more
  DeviceBuffer<float> floats_;    // mark, weight
  DeviceBuffer<float> scales_;
  PinnedBuffer<double> host_doubles_;  // the first three
  PinnedBuffer<int> host_words_;
  PinnedBuffer<float> host_scales_;
  kernels::Deal deal_;

  std::size_t place(std::size_t j) const {
    return deal_.place(static_cast<int>(j));
  }
};

}  // namespace gpuinv::device

#endif
