// gpu.hpp (opens libgpuinv-cuda.so for libgpuinv.so)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <string>

#include "libgpuinv/base/worker.hpp"
#include "libgpuinv/device/devices.hpp"

namespace gpuinv {

// The devices of libgpuinv-cuda.so, which is opened from the directory of
// libgpuinv.so when a device is first needed.  Each session and engine has its
// own object; it is not for concurrent use.  CUDA does not survive fork: in a
// child of the process that first used the GPU, by whatever object, every call
// throws Error(CANNOT) before it touches CUDA.
class Gpu {
 public:
  Gpu() = default;
  ~Gpu();
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;

  // Opens the library if necessary.  Error(CANNOT) says why there is none.
  Devices& devices();
  // The same, and starts CUDA on the device.  Error(CANNOT) also if the device
  // does not exist; NoAnswer if CUDA does not start.
  Devices& devices_with(int device);

  // Returns the number of devices, at least 1.  Error(CANNOT): there is none.
  int count();
  DeviceInfo info(int device, bool with_memory);
  // Returns the bytes per second that the device's memory delivers, which are
  // measured once (measured.hpp).  Errors as of devices_with().
  double bandwidth(int device);

  // The thread for long work with this object.
  Worker& worker() { return worker_; }

  // Returns true in a child of the process that first used the GPU.
  static bool foreign();
  // Returns whether opening the library or counting devices has failed before.
  bool absent() const { return !failure_.empty(); }
  // Whether NVIDIA's driver is missing, so that there is no device.  It is
  // opened, and no library of CUDA.
  static bool lacks_driver();
  // No device answers any more: from now on every call of every object throws
  // Error(CANNOT), in the whole process.
  static void give_up();
  static bool given_up();
  // Marks this process as the one that uses the GPU.  Error(CANNOT) in a child
  // process.
  static void claim();
  // Returns whether this process already works on the device, by whatever
  // object, so that it need not wait for CUDA to start.
  static bool started(int device);
  // The level (GPUINV_LOG_*) of a message that tells why there is no device:
  // that one hangs concerns the user.
  static int level_of_absence();

 private:
  static void require_owner();
  void attend(const std::function<void(Devices&)>& call);

  std::unique_ptr<Devices> devices_;
  std::string failure_;              // why there is none; "" if not tried
  bool answers_ = false;             // devices were counted
  std::map<int, DeviceInfo> infos_;  // without free memory
  std::map<int, double> bandwidths_;
  Worker worker_;
};

// Writes one line for each library that can be used: where it was found and its
// version, or where it was looked for and what to install.  It does not touch
// devices.  Open libgpuinv-cuda.so first, if possible: it links the CUDA
// libraries, and the lines then show the ones that it uses.  Returns whether
// all libraries of the host back end are there.
bool describe_libraries(std::ostream& out);

}  // namespace gpuinv
