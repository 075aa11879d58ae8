// parallel_for.hpp (work on much memory by a few threads)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "libgpuinv/base/blocked_signals.hpp"
#include "libgpuinv/base/cores.hpp"
#include "libgpuinv/base/crew.hpp"

namespace gpuinv {

// A core reads some 10 GB/s, so that this takes 0.1 ms: twice as long as to
// wake a thread.
constexpr std::size_t kBytesPerThread = std::size_t{1} << 20;

// Other programs need the machine, too.
constexpr std::size_t kMostParts = 16;

// Number of parts, at least 1, for work that reads or writes so many bytes.  It
// depends on the work alone, so that sums over parts are the same on all
// machines.
inline int parts_for(std::size_t bytes,
                     std::size_t bytes_per_thread = kBytesPerThread) {
  return static_cast<int>(
      std::clamp<std::size_t>(bytes / bytes_per_thread, 1, kMostParts));
}

// Splits a matrix by columns into parts with about as many elements each: part
// p has the columns start[p]..start[p+1]-1. ptr[n+1] tells where the columns
// begin.
inline std::vector<int> split_columns(const int* ptr, int n, int parts) {
  const std::size_t nnz = ptr[n] - ptr[0];
  std::vector<int> start(parts + 1, n);
  for (int p = 0; p < parts; p++) {
    const auto share = static_cast<int>(nnz * p / parts) + ptr[0];
    start[p] = static_cast<int>(std::lower_bound(ptr, ptr + n, share) - ptr);
  }
  return start;
}

// Calls work(part) for part = 0..parts-1 and waits.  Threads share the parts,
// no more of them than there are processors.  This thread does part 0.  work
// must not throw.
template <class Work>
void parallel_for(int parts, const Work& work) {
  if (parts < 2) return work(0);
  const int shares = std::min(parts, free_cores());
  const auto do_share = [&work, parts, shares](int share) {
    for (int part = share; part < parts; part += shares) work(part);
  };
  using DoShare = decltype(do_share);
  const Undisturbed here;
  Crew* crew = shares > 1 ? Crew::here() : nullptr;
  if (crew != nullptr)
    return crew->share_out(
        shares,
        [](const void* info, int share) {
          (*static_cast<const DoShare*>(info))(share);
        },
        &do_share);
  for (int share = 0; share < shares; share++) do_share(share);
}

}  // namespace gpuinv
