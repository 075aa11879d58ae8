// caught.hpp (turns errors into statuses)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::tests {

// Calls functions that may throw; error() keeps the text.
class Caught {
 public:
  const char* error() const { return text_.c_str(); }
  template <class Body>
  int status_of(Body body) {
    text_.clear();
    try {
      body();
      return GPUINV_OK;
    } catch (const Error& e) {
      text_ = e.what();
      return e.status();
    }
  }

 protected:
  std::string text_;
};

}  // namespace gpuinv::tests
