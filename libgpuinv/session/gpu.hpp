// gpu.hpp (the way from libgpuinv.so to libgpuinv-cuda.so)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <sys/types.h>

#include <map>
#include <memory>
#include <string>

#include "libgpuinv/base/worker.hpp"
#include "libgpuinv/device/devices.hpp"

namespace gpuinv {

// The devices of libgpuinv-cuda.so, which is opened from the directory of
// libgpuinv.so when a device is first asked for.  One object per session and
// engine; not for concurrent use.  CUDA does not survive fork: in a child
// process of the one that first used the GPU every call throws Error(CANNOT)
// before it touches CUDA.
class Gpu {
 public:
  Gpu() = default;
  ~Gpu();
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;

  // Opens the library; Error(CANNOT) says why there is none.
  Devices& devices();
  // The same where the device exists, else Error(CANNOT).
  Devices& devices_with(int device);

  // Number of devices, at least 1; Error(CANNOT) if there is none.
  int count();
  DeviceInfo info(int device, bool with_memory);

  // The thread for what works with this object for long.
  Worker& worker() { return worker_; }

  // True in a child of the process that first used the GPU.
  bool foreign() const;
  // Whether it was tried to open the library, or to count devices, in vain.
  bool absent() const { return !failure_.empty(); }
  // Makes this the process that uses the GPU, before it does; throws in a
  // child process.
  void claim();
  // Whether this process works on the device already, so that it need not
  // wait for CUDA's start.
  bool started(int device) const;

 private:
  void require_owner() const;

  std::unique_ptr<Devices> devices_;
  std::string failure_;              // why there is none, "" if not tried
  pid_t owner_ = 0;                  // process that opened the library
  std::map<int, DeviceInfo> infos_;  // without free memory
  Worker worker_;
};

}  // namespace gpuinv
