// host/host_memory.cpp (memory that the host can still give)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "host_memory.hpp"

#include <unistd.h>

#include <cstdio>
#include <memory>

namespace gpuinv {

std::size_t host_bytes_available() {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      std::fopen("/proc/meminfo", "r"),
      [](std::FILE* f) { return f != nullptr ? std::fclose(f) : 0; });
  char line[256];
  unsigned long long kib = 0;
  while (file && std::fgets(line, sizeof line, file.get()))
    if (std::sscanf(line, "MemAvailable: %llu kB", &kib) == 1)
      return static_cast<std::size_t>(kib) * 1024;
  return static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) *
         static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace gpuinv
