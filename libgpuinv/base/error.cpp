// error.cpp (the code and the message of any exception)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/base/error.hpp"

#include <cstdio>
#include <new>

namespace gpuinv {

int catch_all(char* text, std::size_t size) noexcept {
  try {
    throw;
  } catch (const Error& e) {
    std::snprintf(text, size, "%s", e.what());
    return e.status();
  } catch (const std::bad_alloc&) {
    std::snprintf(text, size, "out of host memory");
    return GPUINV_NOMEM;
  } catch (const std::exception& e) {
    std::snprintf(text, size, "%s", e.what());
    return GPUINV_INTERNAL;
  } catch (...) {
    std::snprintf(text, size, "unknown exception");
    return GPUINV_INTERNAL;
  }
}

}  // namespace gpuinv
