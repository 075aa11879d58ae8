// large_pages.cpp (large pages for the memory of large vectors)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/base/large_pages.hpp"

#include <sys/mman.h>

#include "libgpuinv/base/fault.hpp"

namespace gpuinv {

void* map_large(std::size_t bytes) {
  pass(Site::kMemory);
  // The length is a number of small pages, so that this also works on a system
  // without large pages.
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return memory;
}

void unmap_large(void* memory, std::size_t bytes) noexcept {
  munmap(memory, bytes);
}

}  // namespace gpuinv
