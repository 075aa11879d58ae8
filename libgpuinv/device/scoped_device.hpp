// scoped_device.hpp (selects a CUDA device for the length of a scope)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

#ifndef GPUINV_DEVICE_SCOPED_DEVICE_HPP
#define GPUINV_DEVICE_SCOPED_DEVICE_HPP

#include "libgpuinv/device/check.hpp"

namespace gpuinv::device {

// The current device belongs to the calling thread and to the application:
// every entry point selects its own and puts the old one back.
class ScopedDevice {
 public:
  explicit ScopedDevice(int device) : device_(device) {
    GPUINV_CUDA(cudaGetDevice(&previous_));
    if (previous_ != device_) GPUINV_CUDA(cudaSetDevice(device_));
  }
  ~ScopedDevice() {
    if (previous_ != device_) static_cast<void>(cudaSetDevice(previous_));
  }
  ScopedDevice(const ScopedDevice&) = delete;
  ScopedDevice& operator=(const ScopedDevice&) = delete;

 private:
  int device_;
  int previous_ = 0;
};

}  // namespace gpuinv::device

#endif
