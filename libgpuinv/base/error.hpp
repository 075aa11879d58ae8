// error.hpp (failures, and their codes at the C border)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#include "libgpuinv/gpuinv.h"

namespace gpuinv {

// Thrown for misuse and for failures of memory or device.  Outcomes of
// the mathematics (singular, ill-conditioned, ...) are return values.
class Error : public std::runtime_error {
 public:
  Error(gpuinv_status status, const std::string& what)
      : std::runtime_error(what), status_(status) {}
  gpuinv_status status() const noexcept { return status_; }

 private:
  gpuinv_status status_;
};

// A device has not answered for so long that it must be taken to hang.
class NoAnswer : public Error {
 public:
  NoAnswer() : Error(GPUINV_DEVICE, "the GPU does not answer any more") {}
};

// Call it in a catch block.  Returns the status code of the exception in flight
// and writes its message into text[size], cut to fit.
int catch_all(char* text, std::size_t size) noexcept;

}  // namespace gpuinv
