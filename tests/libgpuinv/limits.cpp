// limits.cpp (unit tests of limits on the host's memory)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "limits.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "libgpuinv/host/host_memory.hpp"
#include "libgpuinv/lp/options.hpp"

namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

// A folder with the files of Linux, removed at the end.
class Machine {
 public:
  Machine() {
    char name[] = "/tmp/gpuinv-limits-XXXXXX";
    root_ = mkdtemp(name) != nullptr ? name : "";
    write("/proc/meminfo",
          "MemTotal:  999 kB\nMemFree:  7 kB\nMemAvailable:   8388608 kB\n");
    write("/proc/self/limits",
          "Max cpu time   unlimited  unlimited  seconds\n"
          "Max address space         unlimited  unlimited            bytes\n");
    write("/proc/self/statm", "1000 200 100 1 0 300 0\n");
    write("/proc/self/cgroup", "0::/\n");
  }
  ~Machine() {
    const std::string remove = "rm -rf '" + root_ + "'";
    if (!root_.empty() && std::system(remove.c_str()) != 0) std::perror("rm");
  }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void write(const std::string& path, const std::string& text) {
    for (std::size_t at = path.find('/', 1); at != path.npos;
         at = path.find('/', at + 1))
      mkdir((root_ + path.substr(0, at)).c_str(), 0700);
    std::FILE* file = std::fopen((root_ + path).c_str(), "w");
    if (file == nullptr || std::fputs(text.c_str(), file) < 0) std::abort();
    std::fclose(file);
  }
  std::size_t mib() const { return gpuinv::host_bytes_available(root_) / kMiB; }

 private:
  std::string root_;
};

std::string bytes(std::size_t mib) { return std::to_string(mib * kMiB) + "\n"; }

}  // namespace

START_TEST(machine_alone) {
  Machine machine;
  ck_assert_uint_eq(machine.mib(), 8192);
  machine.write("/proc/self/cgroup", "");
  ck_assert_uint_eq(machine.mib(), 8192);
  ck_assert_uint_gt(gpuinv::host_bytes_available(), 0);
}
END_TEST

// A limit on the group or on one above it; pages of files can be dropped.
START_TEST(second_cgroups) {
  Machine machine;
  const std::string top = "/sys/fs/cgroup/a", own = top + "/b";
  machine.write("/proc/self/cgroup", "0::/a/b\n");
  machine.write(own + "/memory.max", "max\n");
  machine.write(own + "/memory.current", bytes(100));
  ck_assert_uint_eq(machine.mib(), 8192);
  machine.write(own + "/memory.max", bytes(500));
  ck_assert_uint_eq(machine.mib(), 400);
  machine.write(own + "/memory.stat",
                "anon 5\ninactive_anon 7\ninactive_file " + bytes(30));
  ck_assert_uint_eq(machine.mib(), 430);
  machine.write(top + "/memory.max", bytes(300));
  machine.write(top + "/memory.current", bytes(200));
  ck_assert_uint_eq(machine.mib(), 100);
  machine.write(top + "/memory.current", bytes(301));
  ck_assert_uint_eq(machine.mib(), 0);
}
END_TEST

// Inside a container, its group is the root of the mounted tree, whatever the
// path says.  Without a limit the number is huge.
START_TEST(first_cgroups) {
  Machine machine;
  const std::string top = "/sys/fs/cgroup/memory";
  machine.write("/proc/self/cgroup",
                "5:cpu,cpuacct:/x\n4:memory:/docker/123\n1:name=systemd:/\n");
  machine.write(top + "/memory.limit_in_bytes", "9223372036854771712\n");
  machine.write(top + "/memory.usage_in_bytes", bytes(250));
  ck_assert_uint_eq(machine.mib(), 8192);
  machine.write(top + "/memory.limit_in_bytes", bytes(1000));
  ck_assert_uint_eq(machine.mib(), 750);
  machine.write(top + "/memory.stat", "total_inactive_file " + bytes(50));
  ck_assert_uint_eq(machine.mib(), 800);
  machine.write(top + "/docker/123/memory.limit_in_bytes", bytes(64));
  machine.write(top + "/docker/123/memory.usage_in_bytes", bytes(60));
  ck_assert_uint_eq(machine.mib(), 4);
}
END_TEST

START_TEST(address_space) {
  Machine machine;
  machine.write("/proc/self/statm",
                std::to_string(100 * kMiB / sysconf(_SC_PAGESIZE)) + " 2 3\n");
  machine.write("/proc/self/limits",
                "Max address space         " + std::to_string(150 * kMiB) +
                    "            unlimited            bytes\n");
  ck_assert_uint_eq(machine.mib(), 50);
}
END_TEST

START_TEST(options_limit_places) {
  const auto most = [](const char* text, bool on_host) {
    return gpuinv::parse_options(text).most_bytes(on_host);
  };
  ck_assert_uint_eq(most("", true), 0);
  ck_assert_uint_eq(most("memory=5", true), 5);
  ck_assert_uint_eq(most("memory=5", false), 5);
  ck_assert_uint_eq(most("hostmemory=7", true), 7);
  ck_assert_uint_eq(most("hostmemory=7", false), 0);
  ck_assert_uint_eq(most("hostmemory=7 memory=5", true), 5);
  ck_assert_uint_eq(most("hostmemory=3 memory=5", true), 3);
  ck_assert_uint_eq(most("hostmemory=3 memory=5", false), 5);
}
END_TEST

TCase* limit_cases() {
  TCase* cases = tcase_create("limits");
  tcase_add_test(cases, machine_alone);
  tcase_add_test(cases, second_cgroups);
  tcase_add_test(cases, first_cgroups);
  tcase_add_test(cases, address_space);
  tcase_add_test(cases, options_limit_places);
  return cases;
}
