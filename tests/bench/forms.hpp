// forms.hpp (interior point with each form of the normal equations)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "libgpuinv/interior/interior_method.hpp"

namespace gpuinv::bench {

// What one run of the method has used and met so far.
struct Watch {
  int factorizations = 0;
  int failures = 0;  // factorizations that failed, or infinite pivots
  double factor_seconds = 0.0;  // assembly included
};

// A form of the normal equations, and where it works.
struct Form {
  std::string name;
  bool on_device;
  // Makes the method for one run, which adds to the watch.
  std::function<MethodFactory(Watch*)> factory;
  // Returns the bytes in use now, of the host's process or of the device.
  std::function<double()> bytes;
};

// Counts and times factorizations of the inner object.
std::unique_ptr<NormalEquations> watched(std::unique_ptr<NormalEquations> inner,
                                         Watch* watch);

// The forms of a device: none without CUDA or without a device.
std::vector<Form> device_forms();
// Returns the name of the device, or "".
std::string device_name();

}  // namespace gpuinv::bench
