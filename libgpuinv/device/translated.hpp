// translated.hpp (turns exceptions of other libraries into ours)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <exception>
#include <new>
#include <utility>

#include "libgpuinv/device/check.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {

// Returns body().  Exceptions of Thrust and the C++ library become Error, which
// callers catch to go on with the host.
template <class Body>
decltype(auto) translated(Body&& body) {
  try {
    return std::forward<Body>(body)();
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw DeviceError(GPUINV_NOMEM, "host memory is exhausted");
  } catch (const std::exception& e) {
    throw DeviceError(GPUINV_INTERNAL, e.what());
  }
}

}  // namespace gpuinv::device
