// cudss_library.hpp (the functions of cuDSS, loaded at run time)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cudss.h>

#include <string>

#include "libgpuinv/device/check.hpp"

namespace gpuinv::device {

// The library stays open, because it may keep threads.
struct CudssLibrary {
  // DeviceError(CANNOT): no library of the header's version; the text says why.
  CudssLibrary();

  std::string path;
  // cuDSS's library of threads for the host, beside it; "": not there.
  std::string threads;
#if CUDSS_VERSION >= 10000
#define GPUINV_CUDSS_CARDS(X) X(CreateMg) X(SetMgStreams) X(SetCommLayer)
#else
#define GPUINV_CUDSS_CARDS(X)
#endif
#define GPUINV_CUDSS_FUNCTIONS(X) \
  GPUINV_CUDSS_CARDS(X)           \
  X(GetProperty)                  \
  X(Create)                       \
  X(Destroy)                      \
  X(SetStream)                    \
  X(SetThreadingLayer)            \
  X(ConfigCreate)                 \
  X(ConfigDestroy)                \
  X(ConfigSet)                    \
  X(DataCreate)                   \
  X(DataDestroy)                  \
  X(DataGet)                      \
  X(DataSet)                      \
  X(MatrixCreateCsr)              \
  X(MatrixCreateDn)               \
  X(MatrixDestroy)                \
  X(Execute)
#define GPUINV_CUDSS_MEMBER(name) decltype(&cudss##name) name = nullptr;
  GPUINV_CUDSS_FUNCTIONS(GPUINV_CUDSS_MEMBER)
#undef GPUINV_CUDSS_MEMBER
};

// Throws a DeviceError unless the status is success: CANNOT for exhausted
// memory, DEVICE for all else.
void require(cudssStatus_t status, const char* expr, const char* file,
             int line);

inline cudssStatus_t planned(cudssStatus_t) {
  const FaultKind fault = fault_of_call(Site::kVendor);
  if (fault == FaultKind::kNone) return CUDSS_STATUS_SUCCESS;
  return fault == FaultKind::kFull ? CUDSS_STATUS_ALLOC_FAILED
                                   : CUDSS_STATUS_INTERNAL_ERROR;
}

}  // namespace gpuinv::device

#define GPUINV_CUDSS(expr) GPUINV_CHECKED(cudssStatus_t, expr, #expr)
