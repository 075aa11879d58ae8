// scoped_device.hpp (selects a CUDA device for the length of a scope)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <dlfcn.h>

#include "libgpuinv/device/check.hpp"

namespace gpuinv::device {

// Whether this process works on the device already.  The driver tells; it is
// there, as the runtime has asked it for the devices.
inline bool has_context(int device) {
  using GetState = int (*)(int, unsigned*, int*);  // of libcuda.so.1
  void* driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (driver == nullptr) return true;
  const auto get_state =
      reinterpret_cast<GetState>(dlsym(driver, "cuDevicePrimaryCtxGetState"));
  unsigned flags = 0;
  int active = 1;
  if (get_state == nullptr || get_state(device, &flags, &active) != 0)
    active = 1;
  dlclose(driver);
  return active != 0;
}

// The current device belongs to the calling thread and to the application:
// every entry point selects its own and puts the old one back.  But a device
// that nobody has used is current only by default, and to select it (from
// CUDA 12 on) makes a context there, some hundred megabytes of its memory
// for the life of the process: that is not put back.
class ScopedDevice {
 public:
  explicit ScopedDevice(int device) : device_(device) {
    GPUINV_CUDA(cudaGetDevice(&previous_));
    if (previous_ != device_) GPUINV_CUDA(cudaSetDevice(device_));
  }
  ~ScopedDevice() {
    if (previous_ != device_ && has_context(previous_))
      static_cast<void>(cudaSetDevice(previous_));
  }
  ScopedDevice(const ScopedDevice&) = delete;
  ScopedDevice& operator=(const ScopedDevice&) = delete;

 private:
  int device_;
  int previous_ = 0;
};

}  // namespace gpuinv::device
