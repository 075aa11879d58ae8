// plugin_border.hpp (what the entries of the C table share)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_DEVICE_PLUGIN_BORDER_HPP
#define GPUINV_DEVICE_PLUGIN_BORDER_HPP

#include <cstdio>
#include <exception>
#include <memory>
#include <new>

#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/plugin.h"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {

// What context_create hands out.
struct ContextHandle {
  std::shared_ptr<Context> context;
};

inline void set_text(gpuinv_error_text* err, const char* text) noexcept {
  if (err != nullptr) std::snprintf(err->text, sizeof err->text, "%s", text);
}

// The catch border: runs body(), which returns a gpuinv_status.
template <class Body>
int guarded(gpuinv_error_text* err, Body body) noexcept {
  try {
    return body();
  } catch (const Error& error) {
    set_text(err, error.what());
    return error.status();
  } catch (const std::bad_alloc&) {
    set_text(err, "host memory is exhausted");
    return GPUINV_NOMEM;
  } catch (const std::exception& error) {
    set_text(err, error.what());
    return GPUINV_INTERNAL;
  } catch (...) {
    set_text(err, "unknown exception");
    return GPUINV_INTERNAL;
  }
}

// DeviceError(INVALID) with the text.
inline void require(bool condition, const char* text) {
  if (!condition) throw DeviceError(GPUINV_INVALID, text);
}

}  // namespace gpuinv::device

#endif
