// devices_entry.hpp (the one symbol of libgpuinv-cuda.so)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_DEVICE_DEVICES_ENTRY_HPP
#define GPUINV_DEVICE_DEVICES_ENTRY_HPP

#include <memory>

#include "libgpuinv/device/devices.hpp"

namespace gpuinv {

// What both libraries are built from.  Classes cross between them, so they
// serve each other only if this is the same: release, checksum of the headers,
// compiler.
constexpr const char* kBuild = GPUINV_BUILD " by " __VERSION__;

// Exported by libgpuinv-cuda.so.  build is compared before make is called,
// and is the first member whatever else may change.
struct DevicesEntry {
  const char* build;
  std::unique_ptr<Devices> (*make)();
};

}  // namespace gpuinv

extern "C" __attribute__((visibility("default")))
const gpuinv::DevicesEntry gpuinv_devices;

#endif
