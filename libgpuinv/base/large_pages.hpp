// large_pages.hpp (large pages for the memory of large vectors)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace gpuinv {

// Maps memory and asks the system for large pages.  With small pages, the first
// touch of so much memory takes longer than any later pass over it.  Throws
// std::bad_alloc if there is no memory.
void* map_large(std::size_t bytes);
void unmap_large(void* memory, std::size_t bytes) noexcept;

// Two large pages of x86-64 and arm64.  Smaller vectors come from the heap.
constexpr std::size_t kLeastLarge = std::size_t{4} << 20;

template <class T>
struct LargePages {
  using value_type = T;

  LargePages() = default;
  template <class U>
  LargePages(const LargePages<U>&) {}

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    return static_cast<T*>(bytes < kLeastLarge ? ::operator new(bytes)
                                               : map_large(bytes));
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    if (count * sizeof(T) < kLeastLarge)
      ::operator delete(memory);
    else
      unmap_large(memory, count * sizeof(T));
  }
  // resize() leaves new elements unset, so that they are touched once only.
  template <class U>
  void construct(U* element) noexcept {
    ::new (static_cast<void*>(element)) U;
  }
  template <class U, class... Arguments>
  void construct(U* element, Arguments&&... arguments) {
    ::new (static_cast<void*>(element))
        U(std::forward<Arguments>(arguments)...);
  }
};

template <class T, class U>
bool operator==(const LargePages<T>&, const LargePages<U>&) {
  return true;
}
template <class T, class U>
bool operator!=(const LargePages<T>&, const LargePages<U>&) {
  return false;
}

// A vector of numbers; resize() leaves new elements unset.
template <class T>
using LargeVector = std::vector<T, LargePages<T>>;

}  // namespace gpuinv
