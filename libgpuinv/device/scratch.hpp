// scratch.hpp (caching allocator for Thrust's temporary storage)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "libgpuinv/device/device_buffer.hpp"

namespace gpuinv::device {

// Keeps every block that Thrust returned, so that repeated reductions of the
// same size allocate nothing.  Blocks are reused in stream order, so all
// algorithms must use the same stream.
class Scratch {
 public:
  using value_type = char;

  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  char* allocate(std::ptrdiff_t bytes) {
    const std::size_t size = static_cast<std::size_t>(bytes > 0 ? bytes : 1);
    for (Block& block : blocks_) {
      if (block.used || block.buffer.size() < size) continue;
      block.used = true;
      return block.buffer.data();
    }
    blocks_.push_back(Block{DeviceBuffer<char>(size), true});
    return blocks_.back().buffer.data();
  }

  void deallocate(char* data, std::size_t) noexcept {
    for (Block& block : blocks_) {
      if (block.buffer.data() == data) block.used = false;
    }
  }

 private:
  struct Block {
    DeviceBuffer<char> buffer;
    bool used;
  };
  std::vector<Block> blocks_;
};

}  // namespace gpuinv::device
