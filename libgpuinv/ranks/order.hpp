// order.hpp (what rank 0 asks of the others)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>

namespace gpuinv {

// The work on one sparse factor, in this order: kMeet, kShape, then phases.
// Every process makes the same calls of the library that shares the factor.
enum class Do : std::int32_t {
  kMeet,   // answer, then open the communicators
  kShape,  // create the factor of a matrix with a rows and b entries
  kPhase,  // a: phase of the library
  kReset,  // clear the indicator of errors
  kEnd,    // delete the factor, then answer
};

struct Order {
  static constexpr std::size_t kId = 128;  // bytes of ncclUniqueId

  Do what = Do::kEnd;
  std::int32_t spare = 0;  // where the compiler would leave a gap
  std::int64_t a = 0, b = 0;
  char ids[2][kId] = {};  // of the communicators for device and host
};

}  // namespace gpuinv
