// libraries.hpp (a report on the libraries that this one uses)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <ostream>

namespace gpuinv {

// Writes one line for each library that can be used: where it was found and its
// version, or where it was looked for and what to install.  It does not touch
// devices.  Open libgpuinv-cuda.so first, if possible: it links the CUDA
// libraries, and the lines then show the ones that it uses.  Returns whether
// all libraries of the host back end are there.
bool describe_libraries(std::ostream& out);

}  // namespace gpuinv
