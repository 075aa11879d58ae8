// vendors.cpp (opening LAPACK, BLAS, CHOLMOD and UMFPACK on first use)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/vendors/vendors.hpp"

#include <dlfcn.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/opening.hpp"
#include "libgpuinv/vendors/blas_core.hpp"
#include "libgpuinv/vendors/blas_guard.hpp"

#pragma weak gpuinv_get_vendors

namespace gpuinv {
namespace {

// Address space that OpenBLAS 0.3 reserves for each of its threads, stack
// included.
constexpr std::size_t kPerThread = std::size_t{136} << 20;
// Address space for the code of all libraries and OpenBLAS's first buffers.
constexpr std::size_t kCode = std::size_t{96} << 20;

// Returns how many threads OpenBLAS will start: one for each core that this
// process may use, or as many as its variable says.
std::size_t blas_threads() {
  const char* asked = secure_getenv("OPENBLAS_NUM_THREADS");
  const long count = asked != nullptr ? std::strtol(asked, nullptr, 10) : 0;
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  return count > 0 ? std::min<std::size_t>(count, cores) : cores;
}

// If OpenBLAS cannot start its threads, it ends the process; if their buffers
// find no room, it tries forever.  Therefore the room is tested first.
void require_room() {
  const std::size_t bytes = kCode + kPerThread * blas_threads();
  void* room = mmap(nullptr, bytes, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED)
    throw Error(GPUINV_NOMEM, "LAPACK needs " + std::to_string(bytes >> 20) +
                                  " MiB of address space, which the limit "
                                  "of this process does not leave");
  munmap(room, bytes);
}

// OpenBLAS chooses its code when it is loaded, and reads its variable then.  It
// cannot be asked first and closed again: a fork() on another thread may be in
// its handler.
const Vendors* open_module() {
  std::optional<WithVariable> here;
  const std::string core = may_choose_core() ? fitting_core() : "";
  if (!core.empty()) here.emplace("OPENBLAS_CORETYPE=" + core);
  void* handle = dlopen(beside("libgpuinv-lapack.so").c_str(),
                        RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle == nullptr)
    throw Error(GPUINV_INTERNAL, std::string("no LAPACK (") + dlerror() + ")");
  const auto get = reinterpret_cast<decltype(&gpuinv_get_vendors)>(
      dlsym(handle, "gpuinv_get_vendors"));
  const Vendors* table = get != nullptr ? get() : nullptr;
  if (table == nullptr ||
      std::strcmp(table->version, GPUINV_PACKAGE_VERSION) != 0)
    throw Error(GPUINV_INTERNAL, "libgpuinv-lapack.so is of another version");
  return table;
}

// One thread opens them, within an Opening.
std::mutex first;
std::atomic<const Vendors*> opened{nullptr};

}  // namespace

const Vendors& vendors() {
  if (const Vendors* table = opened.load(std::memory_order_acquire))
    return *table;
  const Opening here;
  const std::lock_guard<std::mutex> guard(first);
  if (opened.load() == nullptr) {
    require_room();
    const Vendors* table =
        gpuinv_get_vendors != nullptr ? gpuinv_get_vendors() : open_module();
    BlasGuard::register_ends(*table);
    opened.store(table, std::memory_order_release);
  }
  return *opened.load();
}

}  // namespace gpuinv
