// host_memory.hpp (memory that the host can still give)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <string>

namespace gpuinv {

// As much is not worth the tenth of a millisecond that it takes to ask.
constexpr std::size_t kFewBytes = std::size_t{4} << 20;

// Bytes that can be allocated without swapping, and without offending a limit
// on this process or on the control groups that it is in (which would kill
// it): the least of
//   - MemAvailable of Linux, elsewhere the free physical pages;
//   - for its group and every one above, in both versions of cgroups, the
//     limit less what is in use, pages of files that can be dropped not
//     counted;
//   - the limit on the address space (ulimit -v) less its present size.
// root: where /proc and /sys are, for tests.
std::size_t host_bytes_available(const std::string& root = "");

}  // namespace gpuinv
