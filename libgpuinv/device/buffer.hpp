// buffer.hpp (owning memory on the device, and page-locked memory)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdio>
#include <new>
#include <string>
#include <utility>

#include "libgpuinv/base/lease.hpp"
#include "libgpuinv/device/check.hpp"
#include "libgpuinv/device/scoped_device.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {

// Memory on the device that was current when it was allocated.  DeviceError
// (CANNOT): out of memory.
struct DeviceMemory {
  void* allocate(std::size_t bytes) {
    GPUINV_CUDA(cudaGetDevice(&device));
    void* data = nullptr;
    GPUINV_CUDA(cudaMalloc(&data, bytes));
    return data;
  }
  void release(void* data) noexcept {
    try {
      const ScopedDevice here(device);
      if (cudaFree(data) != cudaSuccess) cudaGetLastError();
    } catch (const DeviceError&) {
      // the device is gone, and so is its memory
    }
  }
  int device = 0;
};

// Page-locked memory of the host.  std::bad_alloc: it has no more to lock.
struct PinnedMemory {
  void* allocate(std::size_t bytes) {
    void* data = nullptr;
    cudaError_t error = planned(cudaError_t());
    if (error == cudaSuccess)
      error = cudaHostAlloc(&data, bytes, cudaHostAllocPortable);
    if (error == cudaErrorMemoryAllocation) {
      cudaGetLastError();
      throw std::bad_alloc();
    }
    require(error, "cudaHostAlloc", __FILE__, __LINE__);
    return data;
  }
  void release(void* data) noexcept {
    if (cudaFreeHost(data) != cudaSuccess) cudaGetLastError();
  }
};

// Owns size() elements of T, uninitialized.  It can be moved, not copied.  The
// destructor may run on any thread with any device current, and never throws.
template <class T, class Memory>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t size) { grow(size); }
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Buffer() { release(); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

  // Makes room for `size` elements; the old contents are lost.  Does nothing if
  // there is room already.  The old array is freed first, so that a growing
  // matrix is never in memory twice.  After an exception the buffer is empty.
  void grow(std::size_t size) {
    if (size <= size_) return;
    // the driver may wait for the device
    wait_without_matrix([&] {
      release();
      data_ = static_cast<T*>(memory_.allocate(size * sizeof(T)));
      size_ = size;
      return true;
    });
  }

  void release() noexcept {
    if (data_ == nullptr) return;
    memory_.release(data_);
    data_ = nullptr;
    size_ = 0;
  }

 private:
  void swap(Buffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(memory_, other.memory_);
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  Memory memory_;
};

template <class T>
using DeviceBuffer = Buffer<T, DeviceMemory>;
template <class T>
using PinnedBuffer = Buffer<T, PinnedMemory>;

// Returns the bytes that several owners of device memory have.
template <class... Owners>
std::size_t bytes_of(const Owners&... owners) {
  return (owners.bytes() + ...);
}

template <class... Owners>
void release_all(Owners&... owners) noexcept {
  (owners.release(), ...);
}

// Throws DeviceError(CANNOT) "WHO X MB of device memory, Y MB are free"; WHO
// ends in "needs" or "need".
[[noreturn]] inline void throw_no_room(const std::string& who, std::size_t need,
                                       std::size_t room) {
  char text[100];
  std::snprintf(
      text, sizeof text, " %.1f MB of device memory, %.1f MB are free",
      1e-6 * static_cast<double>(need), 1e-6 * static_cast<double>(room));
  throw DeviceError(GPUINV_CANNOT, who + text);
}

// Throws the same for "WHAT of M rows" if less than `bytes` are free on the
// current device.
inline void require_memory(const char* what, int m, std::size_t bytes) {
  std::size_t free = 0, total = 0;
  GPUINV_CUDA(cudaMemGetInfo(&free, &total));
  if (bytes > free)
    throw_no_room(std::string(what) + " of " + std::to_string(m) + " rows need",
                  bytes, free);
}

}  // namespace gpuinv::device
