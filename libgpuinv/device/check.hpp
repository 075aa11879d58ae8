// check.hpp (failed CUDA, cuBLAS and cuSOLVER calls become exceptions)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <cusolverDn.h>

#include <string>

#include "libgpuinv/base/error.hpp"

namespace gpuinv::device {

// The error of a failed call; status is the gpuinv_status it maps to.
class DeviceError : public Error {
 public:
  DeviceError(int status, const std::string& text)
      : Error(static_cast<gpuinv_status>(status), text) {}
};

// Throws a DeviceError "EXPR: NAME (TEXT) at FILE:LINE" unless the status is
// success.  Exhausted memory and absent devices are CANNOT, everything else is
// DEVICE.  A failure clears the error state of the CUDA run time.
void require(cudaError_t error, const char* expr, const char* file, int line);
void require(cublasStatus_t status, const char* expr, const char* file,
             int line);
void require(cusolverStatus_t status, const char* expr, const char* file,
             int line);

}  // namespace gpuinv::device

#define GPUINV_CUDA(expr) \
  gpuinv::device::require((expr), #expr, __FILE__, __LINE__)
#define GPUINV_CUBLAS(expr) \
  gpuinv::device::require((expr), #expr, __FILE__, __LINE__)
#define GPUINV_CUSOLVER(expr) \
  gpuinv::device::require((expr), #expr, __FILE__, __LINE__)
