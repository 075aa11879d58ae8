// host_memory.cpp (memory available on the host)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/host/host_memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>

namespace gpuinv {
namespace {

using Bytes = unsigned long long;
using Found = std::optional<Bytes>;

// Calls visit(line) for the lines of a file until it returns true.
template <class Visit>
void each_line(const std::string& path, Visit visit) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      std::fopen(path.c_str(), "re"),
      [](std::FILE* f) { return f != nullptr ? std::fclose(f) : 0; });
  char line[4096];
  while (file && std::fgets(line, sizeof line, file.get()))
    if (visit(line)) return;
}

// Returns the number that follows these words at the beginning of a line.
Found number_in(const std::string& path, const std::string& words) {
  Found number;
  each_line(path, [&](const std::string& line) {
    if (line.compare(0, words.size(), words) != 0) return false;
    Bytes value = 0;
    if (std::sscanf(line.c_str() + words.size(), "%llu", &value) == 1)
      number = value;
    return true;
  });
  return number;
}

Bytes less(Bytes limit, Bytes used) { return limit - std::min(limit, used); }

// Returns the free memory of the machine.
Bytes of_machine(const std::string& root) {
  const Found kib = number_in(root + "/proc/meminfo", "MemAvailable:");
  if (kib) return *kib * 1024;
  return static_cast<Bytes>(sysconf(_SC_AVPHYS_PAGES)) *
         static_cast<Bytes>(sysconf(_SC_PAGESIZE));
}

// Returns what the limit on the address space leaves.
Found of_address_space(const std::string& root) {
  const Found limit =
      number_in(root + "/proc/self/limits", "Max address space");
  const Found pages = number_in(root + "/proc/self/statm", "");
  if (!limit || !pages) return {};
  return less(*limit, *pages * static_cast<Bytes>(sysconf(_SC_PAGESIZE)));
}

// The files of a version of cgroups.
struct Files {
  const char *folder, *limit, *used, *droppable;
};
constexpr Files kFirst = {"/sys/fs/cgroup/memory", "/memory.limit_in_bytes",
                          "/memory.usage_in_bytes", "total_inactive_file"};
constexpr Files kSecond = {"/sys/fs/cgroup", "/memory.max", "/memory.current",
                           "inactive_file"};

// Returns what one group leaves.
Found of_group(const std::string& folder, const Files& files) {
  const Found limit = number_in(folder + files.limit, "");  // none: "max"
  const Found used = number_in(folder + files.used, "");
  if (!limit || !used) return {};
  const Found file =
      number_in(folder + "/memory.stat", std::string(files.droppable) + " ");
  return less(*limit, less(*used, file.value_or(0)));
}

// Returns the least that the groups from `path` upwards leave.
Found of_groups(const std::string& root, const Files& files, std::string path) {
  Found least;
  for (;;) {
    const Found here = of_group(root + files.folder + path, files);
    if (here && (!least || *here < *least)) least = here;
    if (path.empty()) return least;
    path.erase(path.rfind('/') == path.npos ? 0 : path.rfind('/'));
  }
}

// Returns the least that all groups of this process leave.  Lines are "0::PATH"
// (second version) and "N:CONTROLLERS:PATH".
Found of_all_groups(const std::string& root) {
  Found least;
  each_line(root + "/proc/self/cgroup", [&](std::string line) {
    while (!line.empty() && (line.back() == '\n' || line.back() == '/'))
      line.pop_back();
    const std::size_t first = line.find(':');
    const std::size_t second =
        first == line.npos ? first : line.find(':', first + 1);
    if (second == line.npos) return false;
    const std::string controllers =
        "," + line.substr(first + 1, second - first - 1) + ",";
    const bool unified = controllers == ",,";
    if (!unified && controllers.find(",memory,") == line.npos) return false;
    const Found here =
        of_groups(root, unified ? kSecond : kFirst, line.substr(second + 1));
    if (here && (!least || *here < *least)) least = here;
    return false;
  });
  return least;
}

}  // namespace

std::size_t host_bytes_available(const std::string& root) {
  Bytes least = of_machine(root);
  for (const Found& limit : {of_all_groups(root), of_address_space(root)})
    if (limit) least = std::min(least, *limit);
  return static_cast<std::size_t>(std::min<Bytes>(least, SIZE_MAX));
}

}  // namespace gpuinv
