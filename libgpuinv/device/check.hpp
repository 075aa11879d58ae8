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

// These throw a DeviceError "EXPR: NAME (TEXT) at FILE:LINE".  Exhausted memory
// and absent devices are CANNOT, everything else is DEVICE.  They clear the
// error state of the CUDA run time.
[[noreturn]] void throw_cuda(cudaError_t error, const char* expr,
                             const char* file, int line);
[[noreturn]] void throw_cublas(cublasStatus_t status, const char* expr,
                               const char* file, int line);
[[noreturn]] void throw_cusolver(cusolverStatus_t status, const char* expr,
                                 const char* file, int line);

}  // namespace gpuinv::device

#define GPUINV_CUDA(expr)                                                  \
  do {                                                                     \
    const cudaError_t gpuinv_error = (expr);                               \
    if (gpuinv_error != cudaSuccess)                                       \
      gpuinv::device::throw_cuda(gpuinv_error, #expr, __FILE__, __LINE__); \
  } while (0)

#define GPUINV_CUBLAS(expr)                                                    \
  do {                                                                         \
    const cublasStatus_t gpuinv_status_ = (expr);                              \
    if (gpuinv_status_ != CUBLAS_STATUS_SUCCESS)                               \
      gpuinv::device::throw_cublas(gpuinv_status_, #expr, __FILE__, __LINE__); \
  } while (0)

#define GPUINV_CUSOLVER(expr)                                         \
  do {                                                                \
    const cusolverStatus_t gpuinv_status_ = (expr);                   \
    if (gpuinv_status_ != CUSOLVER_STATUS_SUCCESS)                    \
      gpuinv::device::throw_cusolver(gpuinv_status_, #expr, __FILE__, \
                                     __LINE__);                       \
  } while (0)
