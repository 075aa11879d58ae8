// cudss_library.cpp (the functions of cuDSS, loaded at run time)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/cudss_library.hpp"

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <unistd.h>

#include <string>

#include "libgpuinv/base/opening.hpp"
#include "libgpuinv/gpuinv.h"
#include "libgpuinv/vendors/nvidia_places.hpp"

namespace gpuinv::device {
namespace {

#ifndef GPUINV_CUDSS_LIB
#define GPUINV_CUDSS_LIB ""
#endif

OpenedLibrary open_library() {
  const std::string name = "libcudss.so." + std::to_string(CUDSS_VERSION_MAJOR);
  OpenedLibrary library = open_first(nvidia_places(
      name, beside(name), GPUINV_CUDSS_LIB, CUDART_VERSION / 1000));
  if (library.handle == nullptr)
    throw DeviceError(GPUINV_CANNOT, "no cuDSS: " + library.text);
  return library;
}

std::string threads_beside(const std::string& path) {
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  const std::string threads = folder + "libcudss_mtlayer_gomp.so." +
                              std::to_string(CUDSS_VERSION_MAJOR);
  return access(threads.c_str(), R_OK) == 0 ? threads : "";
}

template <class Function>
void find(void* handle, const char* name, Function* function) {
  *function = reinterpret_cast<Function>(dlsym(handle, name));
  if (*function != nullptr) return;
  throw DeviceError(GPUINV_CANNOT, std::string("cuDSS lacks ") + name);
}

const char* name_of(cudssStatus_t status) {
  switch (status) {
    case CUDSS_STATUS_NOT_INITIALIZED:
      return "not initialized";
    case CUDSS_STATUS_ALLOC_FAILED:
      return "out of memory";
    case CUDSS_STATUS_INVALID_VALUE:
      return "invalid value";
    case CUDSS_STATUS_NOT_SUPPORTED:
      return "not supported";
    case CUDSS_STATUS_EXECUTION_FAILED:
      return "execution failed";
    default:
      return "internal error";
  }
}

}  // namespace

CudssLibrary::CudssLibrary() {
  const Opening opening;
  const OpenedLibrary library = open_library();
  void* handle = library.handle;
  path = library.text;
  threads = threads_beside(path);
#define GPUINV_CUDSS_FIND(name) find(handle, "cudss" #name, &name);
  GPUINV_CUDSS_FUNCTIONS(GPUINV_CUDSS_FIND)
#undef GPUINV_CUDSS_FIND
  int major = 0;
  GetProperty(MAJOR_VERSION, &major);
  if (major != CUDSS_VERSION_MAJOR) {
    throw DeviceError(GPUINV_CANNOT,
                      "cuDSS is of version " + std::to_string(major));
  }
}

void require(cudssStatus_t status, const char* expr, const char*, int) {
  if (status == CUDSS_STATUS_SUCCESS) return;
  cudaGetLastError();
  std::string call = expr;
  const std::size_t arguments = call.find('(');
  if (arguments != std::string::npos) call.erase(arguments);
  const std::size_t member = call.rfind('.');
  if (member != std::string::npos) call.erase(0, member + 1);
  throw DeviceError(
      status == CUDSS_STATUS_ALLOC_FAILED ? GPUINV_CANNOT : GPUINV_DEVICE,
      "cudss" + call + ": " + name_of(status));
}

}  // namespace gpuinv::device
