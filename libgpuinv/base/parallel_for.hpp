// parallel_for.hpp (work on much memory by some threads)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

#include "libgpuinv/base/blocked_signals.hpp"

namespace gpuinv {

// One core reads some 10 GB/s, so that this is 0.4 ms of its time: ten
// times what the start of a thread takes.
constexpr std::size_t kBytesPerThread = std::size_t{4} << 20;

// The machine is not ours alone.
constexpr std::size_t kMostThreads = 4;

// Parts for work that reads or writes so many bytes, at least 1: by the
// work alone, so that sums of parts are the same on all machines.
inline int parts_for(std::size_t bytes,
                     std::size_t bytes_per_thread = kBytesPerThread) {
  return static_cast<int>(
      std::clamp<std::size_t>(bytes / bytes_per_thread, 1, kMostThreads));
}

// Parts of about as many elements of a matrix by columns: part p has the
// columns from start[p] up to start[p+1]-1.  ptr[n+1] begins the columns.
inline std::vector<int> split_columns(const int* ptr, int n, int parts) {
  const std::size_t nnz = ptr[n] - ptr[0];
  std::vector<int> start(parts + 1, n);
  for (int p = 0; p < parts; p++) {
    const auto share = static_cast<int>(nnz * p / parts) + ptr[0];
    start[p] = static_cast<int>(std::lower_bound(ptr, ptr + n, share) - ptr);
  }
  return start;
}

// work(part) for part = 0..parts-1, each on a thread of its own where
// there is one; waits.  work must not throw.
template <class Work>
void parallel_for(int parts, const Work& work) {
  const BlockedSignals blocked;
  std::vector<std::thread> threads;
  int part = 1;
  try {
    threads.reserve(parts);
    for (; part < parts; part++)
      threads.emplace_back([&work, part] { work(part); });
  } catch (const std::exception&) {
    // what is left is done here
  }
  work(0);
  for (; part < parts; part++) work(part);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace gpuinv
