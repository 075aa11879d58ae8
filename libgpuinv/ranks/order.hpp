// order.hpp (what rank 0 asks of the others)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>

namespace gpuinv {

// The work on one sparse factor, in this order: kMeet, kShape, then phases.
// Every process makes the same calls of the library that shares the factor.
enum class Do : std::int32_t {
  kMeet,   // open communicators under these names; answered when they may open
  kShape,  // a: rows, b: entries of S; analyze its pattern
  kPhase,  // a: phase of the library
  kReset,  // clear the indicator of errors
  kEnd,    // the factor is not needed any more; answered when it is gone
};

struct Order {
  static constexpr std::size_t kName = 128;  // bytes of a communicator's name

  Do what = Do::kEnd;
  std::int32_t spare = 0;
  std::int64_t a = 0, b = 0;
  char device_name[kName] = {}, host_name[kName] = {};
};

}  // namespace gpuinv
