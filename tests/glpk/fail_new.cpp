// fail_new.cpp (allocations of C++ that fail)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fail_new.h"

#include <atomic>
#include <cstdlib>
#include <new>

// The program's operators replace the standard library's in all libraries that
// it opens.

namespace {

std::atomic<bool> armed{false};
std::atomic<long> passes{0}, failed{0};
long first = 0;
bool all_later = false;

void* allocate(std::size_t size) {
  if (armed) {
    const long number = ++passes;
    if (first > 0 && (all_later ? number >= first : number == first)) {
      failed++;
      return nullptr;
    }
  }
  return std::malloc(size > 0 ? size : 1);
}

}  // namespace

void fail_new(long n, int lasting) {
  first = n;
  all_later = lasting != 0;
  passes = failed = 0;
  armed = true;
}

long count_new(long* faults) {
  armed = false;
  *faults = failed;
  return passes;
}

void* operator new(std::size_t size) {
  void* block = allocate(size);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size);
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t) noexcept { std::free(block); }
