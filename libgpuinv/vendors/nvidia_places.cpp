// nvidia_places.cpp (where libraries of NVIDIA may be at run time)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/vendors/nvidia_places.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

namespace gpuinv {
namespace {

// Returns the path of the file that the library was opened from.
std::string path_of(void* handle, const std::string& asked) {
  link_map* map = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 || map == nullptr ||
      map->l_name == nullptr || map->l_name[0] == '\0')
    return asked;
  return map->l_name;
}

bool is_missing(const std::string& place) {
  return place.find('/') != place.npos && access(place.c_str(), F_OK) != 0;
}

}  // namespace

std::vector<std::string> nvidia_places(const std::string& name,
                                       const std::string& beside,
                                       const std::string& configured,
                                       int cuda) {
  std::vector<std::string> places{beside, name};
  if (!configured.empty()) places.push_back(configured + "/" + name);
  const std::string major = std::to_string(cuda);
  for (const char* machine : {"x86_64-linux-gnu", "aarch64-linux-gnu"})
    places.push_back(std::string("/usr/lib/") + machine + "/libcudss/" + major +
                     "/" + name);
  for (const std::string& folder :
       {"/usr/lib64/libcudss/" + major, "/usr/local/cuda-" + major + "/lib64",
        std::string("/usr/local/cuda/lib64"), std::string("/opt/cuda/lib64")})
    places.push_back(folder + "/" + name);
  return places;
}

// It stays loaded for as long as the process runs: NVIDIA's libraries leave
// memory behind each time they are closed and opened again.
OpenedLibrary open_first(const std::vector<std::string>& places) {
  const int how = RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE;
  std::string looked, why;
  for (const std::string& place : places) {
    if (void* handle = dlopen(place.c_str(), how))
      return {handle, path_of(handle, place)};
    const char* error = dlerror();
    // a file that exists but does not open is the more useful message
    if (!is_missing(place) && error != nullptr) why = error;
    looked += (looked.empty() ? "" : ", ") + place;
  }
  return {nullptr, "looked for " + looked + (why.empty() ? "" : "; " + why)};
}

}  // namespace gpuinv
