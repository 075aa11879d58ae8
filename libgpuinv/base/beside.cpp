// beside.cpp (modules that are installed beside this library)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

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
