// cudss_places.hpp (where cuDSS may be at run time)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

namespace gpuinv {

// What to give dlopen() in turn for the library called name, as
// "libcudss.so.1": beside, its path in this library's own folder; the name
// alone, which the system looks for; the folder that configure found, if it is
// not ""; and the usual folders of NVIDIA's packages for this major version of
// CUDA.
std::vector<std::string> cudss_places(const std::string& name,
                                      const std::string& beside,
                                      const std::string& configured, int cuda);

// The first of them that opens; if there is none, handle is null and text says
// where it was looked for, and why one that is there does not open.  It stays
// loaded, even if the handle is closed.
struct OpenedLibrary {
  void* handle = nullptr;
  std::string text;  // the path, if it is open
};
OpenedLibrary open_first(const std::vector<std::string>& places);

}  // namespace gpuinv
