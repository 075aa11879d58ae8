// device_buffer.hpp (owner of one array in device memory)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <utility>

#include "libgpuinv/device/scoped_device.hpp"

namespace gpuinv::device {

// Owns size() elements of T, uninitialized, on the device that was current when
// they were allocated.  It can be moved, not copied.  The destructor may run on
// any thread with any device current, and never throws.
template <class T>
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  explicit DeviceBuffer(std::size_t size) { grow(size); }
  DeviceBuffer(DeviceBuffer&& other) noexcept { swap(other); }
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    swap(other);
    return *this;
  }
  ~DeviceBuffer() { release(); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

  // Makes room for `size` elements on the current device; the old contents are
  // lost.  Does nothing if there is room already.  The old array is freed
  // first, so that a growing matrix is never in memory twice.
  // DeviceError(CANNOT): out of memory; the buffer is then empty.
  void grow(std::size_t size) {
    if (size <= size_) return;
    release();
    GPUINV_CUDA(cudaGetDevice(&device_));
    void* data = nullptr;
    GPUINV_CUDA(cudaMalloc(&data, size * sizeof(T)));
    data_ = static_cast<T*>(data);
    size_ = size;
  }

  void release() noexcept {
    if (data_ == nullptr) return;
    try {
      const ScopedDevice here(device_);
      if (cudaFree(data_) != cudaSuccess) cudaGetLastError();
    } catch (const DeviceError&) {
      // the device is gone, and so is its memory
    }
    data_ = nullptr;
    size_ = 0;
  }

 private:
  void swap(DeviceBuffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(device_, other.device_);
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  int device_ = 0;
};

}  // namespace gpuinv::device
