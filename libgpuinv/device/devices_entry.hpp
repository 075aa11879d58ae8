// devices_entry.hpp (the one symbol of libgpuinv-cuda.so)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>

#include "libgpuinv/device/devices.hpp"

namespace gpuinv {

// Identifies the build of a library.  Classes cross between the two, so they
// work together only if this is the same: release, checksum of the headers,
// compiler.
constexpr const char* kBuild = GPUINV_BUILD " by " __VERSION__;

// Exported by libgpuinv-cuda.so.  build is compared before make is called, and
// stays the first member whatever else may change.
struct DevicesEntry {
  const char* build;
  std::unique_ptr<Devices> (*make)();
};

}  // namespace gpuinv

extern "C" __attribute__((visibility("default")))
const gpuinv::DevicesEntry gpuinv_devices;
