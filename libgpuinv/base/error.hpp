// error.hpp (exception that carries a status code of gpuinv.h)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_BASE_ERROR_HPP
#define GPUINV_BASE_ERROR_HPP

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

#endif
