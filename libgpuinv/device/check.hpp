// check.hpp (failed CUDA, cuBLAS and cuSOLVER calls become exceptions)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <cusolverDn.h>

#include <string>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/fault.hpp"

namespace gpuinv::device {

// The error of a failed call; status is the gpuinv_status it maps to.
class DeviceError : public Error {
 public:
  DeviceError(int status, const std::string& text)
      : Error(static_cast<gpuinv_status>(status), text) {}
};

// Throws a DeviceError "EXPR: NAME (TEXT) at FILE:LINE" unless the status is
// success.  Exhausted memory and absent devices are CANNOT, everything else is
// DEVICE.  A failure clears the error state of the CUDA run time.  The macros
// below call it; GPUINV_FAULT may plan faults of their calls.
void require(cudaError_t error, const char* expr, const char* file, int line);
void require(cublasStatus_t status, const char* expr, const char* file,
             int line);
void require(cusolverStatus_t status, const char* expr, const char* file,
             int line);

// What GPUINV_FAULT asks for at a call: each returns the status that stands for
// the call, which is not made then, or success.  A trap or a hang takes place
// before the call, which is made.
FaultKind fault_of_call(Site site);

inline cudaError_t planned(cudaError_t) {
  const FaultKind fault = fault_of_call(Site::kCuda);
  if (fault == FaultKind::kNone) return cudaSuccess;
  return fault == FaultKind::kFull ? cudaErrorMemoryAllocation
                                   : cudaErrorUnknown;
}

inline cublasStatus_t planned(cublasStatus_t) {
  const FaultKind fault = fault_of_call(Site::kVendor);
  if (fault == FaultKind::kNone) return CUBLAS_STATUS_SUCCESS;
  return fault == FaultKind::kFull ? CUBLAS_STATUS_ALLOC_FAILED
                                   : CUBLAS_STATUS_INTERNAL_ERROR;
}

inline cusolverStatus_t planned(cusolverStatus_t) {
  const FaultKind fault = fault_of_call(Site::kVendor);
  if (fault == FaultKind::kNone) return CUSOLVER_STATUS_SUCCESS;
  return fault == FaultKind::kFull ? CUSOLVER_STATUS_ALLOC_FAILED
                                   : CUSOLVER_STATUS_INTERNAL_ERROR;
}

}  // namespace gpuinv::device

// The text is given, because macros in `expr` are expanded here.
#define GPUINV_CHECKED(Status, expr, text)                             \
  do {                                                                 \
    Status gpuinv_status_ = gpuinv::device::planned(Status());         \
    if (gpuinv_status_ == Status()) gpuinv_status_ = (expr);           \
    gpuinv::device::require(gpuinv_status_, text, __FILE__, __LINE__); \
  } while (0)

#define GPUINV_CUDA(expr) GPUINV_CHECKED(cudaError_t, expr, #expr)
#define GPUINV_CUBLAS(expr) GPUINV_CHECKED(cublasStatus_t, expr, #expr)
#define GPUINV_CUSOLVER(expr) GPUINV_CHECKED(cusolverStatus_t, expr, #expr)
