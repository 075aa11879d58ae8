// require_bytes.hpp (a limit on memory, by arithmetic)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdio>

#include "libgpuinv/base/error.hpp"

namespace gpuinv {

// Error(NOMEM) with both numbers if what is to be allocated exceeds a limit; 0
// is none.
inline void require_bytes(const char* what, double bytes, std::size_t memory) {
  if (memory == 0 || bytes <= static_cast<double>(memory)) return;
  char text[160];
  std::snprintf(text, sizeof text,
                "crossover: %s of %.0f bytes exceed memory=%zu", what, bytes,
                memory);
  throw Error(GPUINV_NOMEM, text);
}

}  // namespace gpuinv
