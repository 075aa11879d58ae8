// steady_time.hpp (a clock that nobody sets)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>

namespace gpuinv {

// Returns the seconds since a moment that stays the same.
inline double steady_seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

}  // namespace gpuinv
