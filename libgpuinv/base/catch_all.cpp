// catch_all.cpp (exceptions to status codes)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "libgpuinv/base/catch_all.hpp"

#include <cstdio>
#include <new>

#include "libgpuinv/base/error.hpp"

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
