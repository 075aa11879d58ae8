// libraries.cpp (a report on the libraries that this one uses)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include <ostream>
#include <string>
#include <vector>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/opening.hpp"
#include "libgpuinv/session/gpu.hpp"
#include "libgpuinv/vendors/nvidia_places.hpp"
#include "libgpuinv/vendors/vendors.hpp"

namespace gpuinv {
namespace {

constexpr int kCudaReleases[] = {13, 12, 11};  // the releases we build for

// A library that may be missing: its name in the report, the file names to open
// (the newest first), and the package to install.
struct Wanted {
  const char* name;
  std::vector<std::string> places;
  const char* install;
  std::string (*version)(void* handle);
};

// Returns the file behind the links, whose name ends in the version.
std::string real_file(const std::string& path) {
  char resolved[PATH_MAX];
  return realpath(path.c_str(), resolved) != nullptr ? resolved : path;
}

std::string version_in_name(const std::string& path) {
  const std::string file = real_file(path);
  const std::size_t so = file.rfind(".so.");
  return so == file.npos ? "" : file.substr(so + 4);
}

std::string dotted(int major, int minor, int patch) {
  return std::to_string(major) + "." + std::to_string(minor) + "." +
         std::to_string(patch);
}

// Returns the version of cuBLAS, cuSOLVER or cuDSS, whose functions give its
// three parts for the codes 0, 1, 2.
std::string version_by_property(void* handle, const char* function) {
  const auto get =
      reinterpret_cast<int (*)(int, int*)>(dlsym(handle, function));
  int part[3] = {};
  if (get == nullptr) return "";
  for (int code = 0; code < 3; code++)
    if (get(code, &part[code]) != 0) return "";
  return dotted(part[0], part[1], part[2]);
}

std::string cublas_version(void* handle) {
  return version_by_property(handle, "cublasGetProperty");
}
std::string cusolver_version(void* handle) {
  return version_by_property(handle, "cusolverGetProperty");
}
std::string cudss_version(void* handle) {
  return version_by_property(handle, "cudssGetProperty");
}

// Returns the version that a function of CUDA's driver or of NCCL gives as one
// number, or 0.
int version_number(void* handle, const char* function) {
  const auto get = reinterpret_cast<int (*)(int*)>(dlsym(handle, function));
  int version = 0;
  return get != nullptr && get(&version) == 0 ? version : 0;
}

// Returns the release of CUDA that the driver supports.
std::string driver_version(void* handle) {
  const int version = version_number(handle, "cuDriverGetVersion");
  if (version == 0) return "";
  return "CUDA " + std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

// Returns, for instance, "2.28.3" from 22803.
std::string nccl_version(void* handle) {
  const int version = version_number(handle, "ncclGetVersion");
  if (version == 0) return "";
  return dotted(version / 10000, version / 100 % 100, version % 100);
}

std::string cholmod_version_of(void* handle) {
  const auto get =
      reinterpret_cast<int (*)(int*)>(dlsym(handle, "cholmod_l_version"));
  int part[3] = {};
  if (get == nullptr) return "";
  get(part);
  return dotted(part[0], part[1], part[2]);
}

std::string openblas_version(void* handle) {
  const auto get =
      reinterpret_cast<const char* (*)()>(dlsym(handle, "openblas_get_config"));
  return get != nullptr ? get() : "";
}

std::string version_unknown(void*) { return ""; }

// Returns where NVIDIA's packages may have a library.  names: in the newest
// release of CUDA, the one before, and so on; the last one counts for the rest.
std::vector<std::string> places_in_releases(
    const std::vector<std::string>& names) {
  std::vector<std::string> places;
  auto name = names.begin();
  for (const int cuda : kCudaReleases) {
    for (const auto& place : nvidia_places(*name, beside(*name), "", cuda))
      places.push_back(place);
    if (name + 1 != names.end()) ++name;
  }
  return places;
}

std::string base_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// Opens the library that this process already uses, else the first that can be
// opened.
OpenedLibrary find(const Wanted& wanted) {
  for (const std::string& place : wanted.places)
    if (void* handle =
            dlopen(base_name(place).c_str(), RTLD_LAZY | RTLD_NOLOAD)) {
      dlclose(handle);  // whoever opened it keeps it open
      return open_first({base_name(place)});
    }
  return open_first(wanted.places);
}

// Returns the file names that were tried, each once.
std::string names(const Wanted& wanted) {
  std::string list, last;
  for (const std::string& place : wanted.places)
    if (base_name(place) != last) {
      last = base_name(place);
      list += (list.empty() ? "" : ", ") + last;
    }
  return list;
}

// Returns why a file that is there does not open, or "" if none is there.  As a
// rule a library is missing that it needs.
std::string obstacle(const Wanted& wanted) {
  for (const std::string& place : wanted.places)
    if (place.find('/') != place.npos && access(place.c_str(), R_OK) == 0 &&
        dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL) == nullptr)
      return real_file(place) + " does not open: " + dlerror();
  return "";
}

bool describe_library(const Wanted& wanted, std::ostream& out) {
  const OpenedLibrary library = find(wanted);
  out << "library " << wanted.name << ": ";
  const std::string why = library.handle == nullptr ? obstacle(wanted) : "";
  if (!why.empty()) {
    out << why << "\n";
    return false;
  }
  if (library.handle == nullptr) {
    out << "not found (" << names(wanted) << "); install " << wanted.install
        << "\n";
    return false;
  }
  std::string version = wanted.version(library.handle);
  if (version.empty()) version = version_in_name(library.text);
  out << real_file(library.text) << (version.empty() ? "" : ", version ")
      << version << "\n";
  dlclose(library.handle);
  return true;
}

// Reports the library that contains this function.
void describe_loaded(const char* name, const void* function,
                     std::string (*version)(void* handle), std::ostream& out) {
  Dl_info file;
  if (dladdr(function, &file) == 0 || file.dli_fname == nullptr) return;
  const std::string path = file.dli_fname;
  std::string text;
  if (void* handle = dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD)) {
    text = version(handle);
    dlclose(handle);
  }
  if (text.empty()) text = version_in_name(path);
  out << "library " << name << ": " << path
      << (text.empty() ? "" : ", version ") << text << "\n";
}

// Reports the libraries that the module uses, whatever their file names.
void describe_vendors(const Vendors& v, std::ostream& out) {
  describe_loaded("LAPACK", reinterpret_cast<const void*>(v.dgetrf),
                  openblas_version, out);
  describe_loaded("CHOLMOD", reinterpret_cast<const void*>(v.cholmod_start),
                  cholmod_version_of, out);
  describe_loaded("UMFPACK", reinterpret_cast<const void*>(v.umfpack_numeric),
                  version_unknown, out);
}

// Reports our own libraries.  The module answers only to a library of its own
// version.
bool describe_own(std::ostream& out) {
  out << "library libgpuinv: " << real_file(beside("libgpuinv.so.0"))
      << ", version " << GPUINV_PACKAGE_VERSION << "\n";
  out << "library libgpuinv-lapack: ";
  try {
    const char* version = vendors().version;
    out << real_file(beside("libgpuinv-lapack.so")) << ", version " << version
        << "\n";
    return true;
  } catch (const Error& e) {
    out << "not usable: " << e.what()
        << "; install the Debian package libgpuinv0 or the wheel libgpuinv\n";
    return false;
  }
}

}  // namespace

bool describe_libraries(std::ostream& out) {
  const bool own = describe_own(out);
  const Wanted host[] = {
      {"LAPACK",
       {"libopenblas.so.0", "liblapack.so.3"},
       "the Debian package libopenblas0",
       openblas_version},
      {"CHOLMOD",
       {"libcholmod.so.5", "libcholmod.so.4", "libcholmod.so.3"},
       "the Debian package libcholmod3",
       cholmod_version_of},
      {"UMFPACK",
       {"libumfpack.so.6", "libumfpack.so.5"},
       "the Debian package libumfpack5",
       version_unknown},
  };
  const Wanted cuda[] = {
      {"libgpuinv-cuda",
       {beside("libgpuinv-cuda.so")},
       "the package libgpuinv-cuda of make deb, or the wheel libgpuinv-cuda13 "
       "or -cuda12",
       version_unknown},
      {"CUDA driver",
       {"libcuda.so.1"},
       "the Debian package nvidia-driver or libcuda1 (non-free)",
       driver_version},
      {"cuBLAS",
       places_in_releases(
           {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"}),
       "NVIDIA's package libcublas-13-0 or the wheel nvidia-cublas; for CUDA "
       "12 libcublas-12-9 or nvidia-cublas-cu12",
       cublas_version},
      {"cuSOLVER",
       places_in_releases({"libcusolver.so.12", "libcusolver.so.11"}),
       "NVIDIA's package libcusolver-13-0 or the wheel nvidia-cusolver; for "
       "CUDA 12 libcusolver-12-9 or nvidia-cusolver-cu12",
       cusolver_version},
      {"cuDSS", places_in_releases({"libcudss.so.1"}),
       "NVIDIA's package cudss or the wheel nvidia-cudss-cu13 or -cu12",
       cudss_version},
      {"NCCL", places_in_releases({"libnccl.so.2"}),
       "NVIDIA's package libnccl2 or the wheel nvidia-nccl-cu13 or -cu12, for "
       "several processes",
       nccl_version},
  };
  if (own)
    describe_vendors(vendors(), out);
  else
    for (const Wanted& wanted : host) describe_library(wanted, out);
  if (privileged()) return own;  // see gpu.cpp
  for (const Wanted& wanted : cuda) describe_library(wanted, out);
  return own;
}

}  // namespace gpuinv
