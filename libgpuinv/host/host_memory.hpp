// host_memory.hpp (memory available on the host)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <string>

namespace gpuinv {

// For requests up to this size, asking (a tenth of a millisecond) does not pay.
constexpr std::size_t kFewBytes = std::size_t{4} << 20;

// Returns the bytes that can be allocated without swapping and within the
// limits on this process and on its control groups (which would kill it).  That
// is the least of
//   - MemAvailable of Linux, elsewhere the free physical pages;
//   - for its group and every group above, in both versions of cgroups, the
//     limit minus the memory in use, except file pages that can be dropped;
//   - the limit on the address space (ulimit -v) minus its present size.
// root: the folder that contains /proc and /sys, for tests.
std::size_t host_bytes_available(const std::string& root = "");

}  // namespace gpuinv
