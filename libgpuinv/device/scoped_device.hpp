// scoped_device.hpp (selects a CUDA device for a scope)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <dlfcn.h>

#include "libgpuinv/device/check.hpp"

namespace gpuinv::device {

// Returns whether this process already uses the device.  The driver knows; it
// is loaded, because the run time has asked it for the devices.
inline bool has_context(int device) {
  using GetState = int (*)(int, unsigned*, int*);  // in libcuda.so.1
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

// The current device belongs to the calling thread and to the application, so
// every entry point selects its own device and restores the old one.  There is
// one exception: a device that nobody has used is current only by default, and
// selecting it (since CUDA 12) creates a context there, which takes some
// hundred megabytes of its memory until the process ends.  It is not restored.
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
