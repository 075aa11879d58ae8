// allocation_cases.cpp (conformance: allocations that fail)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstdlib>
#include <new>

#include "conformance.hpp"
#include "gpuinv.h"

// Allocations of this program and of the library until one fails; if negative,
// none fails.
static thread_local long left = -1;

static void* allocate(std::size_t size) {
  if (left > 0) left--;
  if (left == 0) return nullptr;
  return std::malloc(size > 0 ? size : 1);
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

START_TEST(sessions) {
  const gpuinv_api* api = gpuinv_get_api(GPUINV_VERSION);
  int status = GPUINV_NOMEM;
  for (long n = 1; status != GPUINV_OK; n++) {
    int some = 0;
    gpuinv_session* session = reinterpret_cast<gpuinv_session*>(&some);
    left = n;
    status = api->session_create(&session, nullptr, nullptr);
    const bool all = left > 0;
    left = -1;
    ck_assert_int_eq(status, all ? GPUINV_OK : GPUINV_NOMEM);
    ck_assert((session != nullptr) == all);
    if (all) api->session_delete(session);
    ck_assert_int_lt(n, 100);
  }
}
END_TEST

TCase* allocation_cases() {
  TCase* tcase = tcase_create("allocations");
  tcase_add_test(tcase, sessions);
  return tcase;
}
