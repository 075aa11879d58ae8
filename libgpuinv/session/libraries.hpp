// libraries.hpp (where the libraries are that this one looks for)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <ostream>

namespace gpuinv {

// One line for each library that there is a use for: where it was found and
// its version, or where it was looked for and what to install.  Devices are
// not touched.  What links the CUDA libraries, libgpuinv-cuda.so, should have
// been opened before, if it can be: then the lines tell what it works with.
// Returns whether all are there that the host back end needs.
bool describe_libraries(std::ostream& out);

}  // namespace gpuinv
