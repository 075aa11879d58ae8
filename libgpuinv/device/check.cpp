// check.cpp (failed CUDA, cuBLAS and cuSOLVER calls become exceptions)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/check.hpp"

#include "kernels/trap.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

// Messages show only the path below the source tree.
std::string place(const char* file, int line) {
  std::string path = file;
  for (const char* folder : {"libgpuinv/device/", "kernels/", "tests/"}) {
    const std::size_t at = path.rfind(folder);
    if (at == std::string::npos) continue;
    path.erase(0, at);
    break;
  }
  return path + ":" + std::to_string(line);
}

std::string message(const char* expr, const std::string& name,
                    const std::string& text, const char* file, int line) {
  std::string call = expr;
  const std::size_t arguments = call.find('(');
  if (arguments != std::string::npos) call.erase(arguments);
  return call + ": " + name + " (" + text + ") at " + place(file, line);
}

int status_of(cudaError_t error) {
  switch (error) {
    case cudaErrorMemoryAllocation:
    case cudaErrorNoDevice:
    case cudaErrorInvalidDevice:
    case cudaErrorInsufficientDriver:
    case cudaErrorDevicesUnavailable:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
      return GPUINV_CANNOT;
    default:
      return GPUINV_DEVICE;
  }
}

int status_of(cublasStatus_t status) {
  const bool cannot = status == CUBLAS_STATUS_ALLOC_FAILED ||
                      status == CUBLAS_STATUS_ARCH_MISMATCH;
  return cannot ? GPUINV_CANNOT : GPUINV_DEVICE;
}

int status_of(cusolverStatus_t status) {
  const bool cannot = status == CUSOLVER_STATUS_ALLOC_FAILED ||
                      status == CUSOLVER_STATUS_ARCH_MISMATCH;
  return cannot ? GPUINV_CANNOT : GPUINV_DEVICE;
}

// cuSOLVER has no text for its status codes.
const char* name_of(cusolverStatus_t status) {
#define GPUINV_NAME(code) \
  case code:              \
    return #code
  switch (status) {
    GPUINV_NAME(CUSOLVER_STATUS_NOT_INITIALIZED);
    GPUINV_NAME(CUSOLVER_STATUS_ALLOC_FAILED);
    GPUINV_NAME(CUSOLVER_STATUS_INVALID_VALUE);
    GPUINV_NAME(CUSOLVER_STATUS_ARCH_MISMATCH);
    GPUINV_NAME(CUSOLVER_STATUS_MAPPING_ERROR);
    GPUINV_NAME(CUSOLVER_STATUS_EXECUTION_FAILED);
    GPUINV_NAME(CUSOLVER_STATUS_INTERNAL_ERROR);
    GPUINV_NAME(CUSOLVER_STATUS_NOT_SUPPORTED);
    default:
      return "cuSOLVER status";
  }
#undef GPUINV_NAME
}

// Returns and clears the error state of the CUDA run time, which tells the true
// cause of a failed library call.
std::string take_cuda_error() {
  const cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) return "";
  return std::string(", ") + cudaGetErrorName(error);
}

constexpr double kHang = 2.0;  // seconds

// On a stream of its own, so that any call may meet a device in this state.
template <class Launch>
void misbehave(Launch launch) {
  cudaStream_t stream = nullptr;
  if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess)
    return;
  launch(stream);
  cudaStreamDestroy(stream);
}

}  // namespace

FaultKind fault_of_call(Site site) {
  const FaultKind kind = fault_plan().due(site);
  switch (kind) {
    case FaultKind::kNone:
    case FaultKind::kFull:
      return kind;
    case FaultKind::kTrap:
      misbehave([](cudaStream_t stream) {
        kernels::launch_trap(stream);
        cudaStreamSynchronize(stream);
      });
      break;
    case FaultKind::kHang:
      misbehave(
          [](cudaStream_t stream) { kernels::launch_hang(stream, kHang); });
      break;
    default:
      return FaultKind::kFail;
  }
  // The call itself shall meet the error, if there is one.
  cudaGetLastError();
  return FaultKind::kNone;
}

void require(cudaError_t error, const char* expr, const char* file, int line) {
  if (error == cudaSuccess) return;
  cudaGetLastError();
  throw DeviceError(status_of(error),
                    message(expr, cudaGetErrorName(error),
                            cudaGetErrorString(error), file, line));
}

void require(cublasStatus_t status, const char* expr, const char* file,
             int line) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw DeviceError(
      status_of(status),
      message(expr, cublasGetStatusName(status),
              cublasGetStatusString(status) + take_cuda_error(), file, line));
}

void require(cusolverStatus_t status, const char* expr, const char* file,
             int line) {
  if (status == CUSOLVER_STATUS_SUCCESS) return;
  const std::string code =
      "code " + std::to_string(static_cast<int>(status)) + take_cuda_error();
  throw DeviceError(status_of(status),
                    message(expr, name_of(status), code, file, line));
}

}  // namespace gpuinv::device
