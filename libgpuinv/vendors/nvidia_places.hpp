// nvidia_places.hpp (where libraries of NVIDIA may be at run time)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

namespace gpuinv {

// Returns the paths at which to look for the library `name`, such as
// "libcudss.so.1", in this order: `beside`, a path in this library's folder;
// the name alone, for the system's search; the folder `configured` that
// configure found, unless ""; the usual folders of NVIDIA's packages for CUDA
// of major version `cuda`.
std::vector<std::string> nvidia_places(const std::string& name,
                                       const std::string& beside,
                                       const std::string& configured, int cuda);

// The first of them that opens; if there is none, handle is null and text says
// where it was looked for, and why one that is there does not open.  It stays
// loaded, even if the handle is closed.
struct OpenedLibrary {
  void* handle = nullptr;
  std::string text;  // the path of the opened file
};
OpenedLibrary open_first(const std::vector<std::string>& places);

}  // namespace gpuinv
