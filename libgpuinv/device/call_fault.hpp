// call_fault.hpp (calls on a device that fail on purpose)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <cusolverDn.h>

#include "libgpuinv/base/fault.hpp"

namespace gpuinv::device {

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
