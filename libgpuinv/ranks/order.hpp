// order.hpp (what rank 0 asks of the others)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>

namespace gpuinv {

// The work on one sparse factor, in this order: kMeet, kShape, then phases.
// Every process makes the same calls of the library that shares the factor.
enum class Do : std::int32_t {
  kMeet,   // open communicators of these ids; answered before that
  kShape,  // a: rows, b: entries of S; analyze its pattern
  kPhase,  // a: phase of the library
  kReset,  // clear the indicator of errors
  kEnd,    // the factor is not needed any more; answered when it is gone
};

struct Order {
  static constexpr std::size_t kId = 128;  // bytes of an id of NCCL

  Do what = Do::kEnd;
  std::int32_t spare = 0;  // no byte that is sent is undefined
  std::int64_t a = 0, b = 0;
  char ids[2][kId] = {};  // for buffers on the device, and on the host
};

}  // namespace gpuinv
