// accounts.cpp (unit tests of memory estimates)
// SPDX-License-Identifier: GPL-3.0-or-later

// The operators below allocate all memory of this program except LAPACK's.

#include "accounts.hpp"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/host/host_inverse.hpp"
#include "libgpuinv/interior/dense_columns.hpp"

static std::atomic<std::size_t> in_use{0}, most{0};

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  void* memory = std::malloc(size);
  if (memory == nullptr) return nullptr;
  const std::size_t now = in_use += malloc_usable_size(memory);
  std::size_t old = most;
  while (old < now && !most.compare_exchange_weak(old, now)) continue;
  return memory;
}
void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  if (memory == nullptr) return;
  in_use -= malloc_usable_size(memory);
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  operator delete(memory);
}

namespace {

using gpuinv::HostInverse;

// Returns the bytes that begin asks for.
std::size_t told(int m) {
  std::size_t low = 1, high = std::size_t{1} << 40;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    gpuinv::BasisInverse::Limits limits;
    limits.memory = middle;
    HostInverse inverse(limits);
    try {
      inverse.begin(0, m);
      high = middle;
    } catch (const gpuinv::Error&) {
      low = middle + 1;
    }
  }
  return low;
}

// Enters a lower triangle with up to `parts` entries per column besides the
// pivot, and a sparse nucleus of k rows with entries below the whole triangle.
void enter(HostInverse* inverse, int m, int k, int parts) {
  const int lower = m - k;
  for (int j = 0; j < m; j++) {
    std::vector<int> ind(1, j);
    for (int t = 1; j < lower && t <= parts; t++)
      if (j + t * t < lower) ind.push_back(j + t * t);
    if (j < lower && k > 2) ind.push_back(lower + j % k);
    for (const int step : {1, 7})
      if (j >= lower && k > 2) ind.push_back(lower + (j - lower + step) % k);
    std::vector<double> val(ind.size(), 0.25);
    val[0] = 1.0;
    inverse->column(j, static_cast<int>(ind.size()), ind.data(), val.data());
  }
}

// Returns the bytes that the factorization took beyond those of B itself.
std::size_t taken(int m, int k, int parts) {
  HostInverse inverse{gpuinv::BasisInverse::Limits()};
  inverse.begin(0, m);
  enter(&inverse, m, k, parts);
  const std::size_t before = in_use;
  most = before;
  ck_assert_int_eq(inverse.factorize(), GPUINV_OK);
  return most - before;
}

}  // namespace

START_TEST(host_inverse_takes_what_it_told) {
  for (const int m : {40, 300, 700})
    for (const int share : {0, 50, 70, 88, 100})
      for (const int parts : {0, 1, 3})
        ck_assert_uint_le(taken(m, m * share / 100, parts), told(m));
}
END_TEST

// Columns of 3000 and of 500 entries are best kept apart.  What S would be with
// the shorter ones left in is not computed, because its elements alone tell
// that it costs more.
START_TEST(search_for_dense_columns_takes_little) {
  constexpr int kRows = 12000, kLong = 4, kShort = 24, kEntries = 500;
  constexpr std::size_t kMost = 8 << 20;
  std::vector<int> start(1, 0), row;
  for (int j = 0; j < kLong + kShort + kRows; j++) {
    const int step = j < kLong            ? kLong
                     : j < kLong + kShort ? kRows / kEntries
                                          : kRows;
    for (int i = j % step; i < kRows; i += step) row.push_back(i);
    start.push_back(static_cast<int>(row.size()));
  }
  const std::vector<double> value(row.size(), 1.0);
  const std::size_t before = in_use;
  most = before;
  ck_assert_uint_eq(
      gpuinv::dense_columns({kRows, kLong + kShort + kRows, start.data(),
                             row.data(), value.data()})
          .size(),
      kLong + kShort);
  ck_assert_uint_le(most - before, kMost);
}
END_TEST

TCase* account_cases() {
  TCase* tcase = tcase_create("accounts");
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, host_inverse_takes_what_it_told);
  tcase_add_test(tcase, search_for_dense_columns_takes_little);
  return tcase;
}
