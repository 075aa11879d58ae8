// heap.hpp (memory that the heap keeps from one call to the next)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdlib>

namespace gpuinv {

// The GNU C library gives the end of the heap back to the system as soon as it
// is twice as large as the largest block that was ever freed.  Where programs
// solve a small LP again and again, GLPK takes and frees a few megabytes in
// each call, and a third of its time goes into page faults.  After this call,
// which touches no page of the block, 16 MB may stay.  Larger blocks are mapped
// as ever.
inline void keep_heap() {
  constexpr std::size_t kBlock = std::size_t{8} << 20;
  void* volatile block = std::malloc(kBlock);  // volatile: or it is left out
  std::free(block);
}

}  // namespace gpuinv
