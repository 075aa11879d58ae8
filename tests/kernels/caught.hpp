// caught.hpp (errors as statuses)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_TESTS_KERNELS_CAUGHT_HPP
#define GPUINV_TESTS_KERNELS_CAUGHT_HPP

#include <string>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::tests {

// Calls what may throw; error() keeps the text.
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

#endif
