// pinned_buffer.hpp (owner of page-locked host memory for transfers)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <new>
#include <utility>

#include "libgpuinv/device/check.hpp"

namespace gpuinv::device {

// Owns size() elements of T, uninitialized.  It can be moved, not copied.  The
// destructor may run on any thread and never throws.
template <class T>
class PinnedBuffer {
 public:
  PinnedBuffer() = default;
  explicit PinnedBuffer(std::size_t size) { grow(size); }
  PinnedBuffer(PinnedBuffer&& other) noexcept { swap(other); }
  PinnedBuffer& operator=(PinnedBuffer&& other) noexcept {
    swap(other);
    return *this;
  }
  ~PinnedBuffer() { release(); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }

  // Makes room for `size` elements; the old contents are lost.  Does nothing if
  // there is room already.  std::bad_alloc: the host has no more memory to
  // lock.
  void grow(std::size_t size) {
    if (size <= size_) return;
    release();
    void* data = nullptr;
    const cudaError_t error =
        cudaHostAlloc(&data, size * sizeof(T), cudaHostAllocPortable);
    if (error == cudaErrorMemoryAllocation) {
      cudaGetLastError();
      throw std::bad_alloc();
    }
    GPUINV_CUDA(error);
    data_ = static_cast<T*>(data);
    size_ = size;
  }

  void release() noexcept {
    if (data_ == nullptr) return;
    if (cudaFreeHost(data_) != cudaSuccess) cudaGetLastError();
    data_ = nullptr;
    size_ = 0;
  }

 private:
  void swap(PinnedBuffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace gpuinv::device
