// free_memory.hpp (memory that the process no longer needs)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace gpuinv {

// Gives pages that malloc() holds, but nothing uses, back to the system.  Many
// small blocks leave such pages in the middle of the heap: 23 MB after the
// interior point of qap15.  Where the C library cannot do that, they stay.
inline void return_free_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace gpuinv
