// error.hpp (exception that carries a status code of gpuinv.h)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

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

}  // namespace gpuinv
