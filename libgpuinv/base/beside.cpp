// beside.cpp (modules that are installed beside this library)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/base/beside.hpp"

#include <dlfcn.h>

namespace gpuinv {

std::string beside(const std::string& name) {
  Dl_info self;
  if (dladdr(reinterpret_cast<void*>(&beside), &self) == 0 ||
      self.dli_fname == nullptr)
    return name;
  const std::string path = self.dli_fname;
  const std::size_t slash = path.rfind('/');
  return path.substr(0, slash == path.npos ? 0 : slash + 1) + name;
}

}  // namespace gpuinv
