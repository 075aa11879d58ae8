// launch.hpp (facts about the device for kernel launchers)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>

namespace gpuinv::kernels {

// Launchers queue their work on the stream, never wait for it, and return the
// error of the launch itself.
struct Launch {
  cudaStream_t stream;  // never the default stream
  int multiprocessors;  // of the stream's device
  int cache_bytes;      // of its L2 cache
  bool overlap;         // of launches (overlap.cuh); rank_one_can_overlap()
};

constexpr std::size_t ceil_div(std::size_t a, std::size_t b) {
  return (a + b - 1) / b;
}

// Returns the blocks that cover `items` in units of `per_block`, at most
// `per_multiprocessor` for each multiprocessor; kernels loop over the rest.
inline unsigned grid_for(const Launch& launch, std::size_t items,
                         std::size_t per_block,
                         std::size_t per_multiprocessor) {
  const std::size_t most =
      static_cast<std::size_t>(launch.multiprocessors) * per_multiprocessor;
  const std::size_t blocks = std::min(ceil_div(items, per_block), most);
  return static_cast<unsigned>(std::max<std::size_t>(blocks, 1));
}

}  // namespace gpuinv::kernels
