// context.cpp (stream and library handles on one device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/context.hpp"

#include <unistd.h>

#include "kernels/pending.hpp"
#include "libgpuinv/base/lease.hpp"
#include "libgpuinv/base/opening.hpp"
#include "libgpuinv/device/scoped_device.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {

Context::Context(int device, bool urgent)
    : device_(device), process_(getpid()) {
  const Opening opening;
  const ScopedDevice here(device_);
  GPUINV_CUDA(cudaDeviceGetAttribute(&launch_.multiprocessors,
                                     cudaDevAttrMultiProcessorCount, device_));
  GPUINV_CUDA(cudaDeviceGetAttribute(&launch_.cache_bytes,
                                     cudaDevAttrL2CacheSize, device_));
  GPUINV_CUDA(kernels::rank_one_can_overlap(&launch_.overlap));
  int least = 0, greatest = 0;
  GPUINV_CUDA(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  GPUINV_CUDA(cudaStreamCreateWithPriority(
      &launch_.stream, cudaStreamNonBlocking, urgent ? greatest : least));
}

Context::~Context() {
  if (!owned_by_this_process()) return;
  try {
    const ScopedDevice here(device_);
    cudaStreamSynchronize(launch_.stream);
    if (cusolver_params_ != nullptr) cusolverDnDestroyParams(cusolver_params_);
    if (cusolver_ != nullptr) cusolverDnDestroy(cusolver_);
    if (cublas_ != nullptr) cublasDestroy(cublas_);
    cudaStreamDestroy(launch_.stream);
    cudaGetLastError();
  } catch (const DeviceError&) {
    // the device is gone, and so are its objects
  }
}

cublasHandle_t Context::cublas() {
  if (cublas_ == nullptr) {
    const Opening opening;
    const ScopedDevice here(device_);
    cublasHandle_t handle = nullptr;
    GPUINV_CUBLAS(cublasCreate(&handle));
    cublas_ = handle;
  }
  GPUINV_CUBLAS(cublasSetStream(cublas_, launch_.stream));
  return cublas_;
}

void Context::make_cusolver() {
  if (cusolver_params_ != nullptr) return;
  const Opening opening;
  const ScopedDevice here(device_);
  if (cusolver_ == nullptr) GPUINV_CUSOLVER(cusolverDnCreate(&cusolver_));
  GPUINV_CUSOLVER(cusolverDnCreateParams(&cusolver_params_));
}

cusolverDnHandle_t Context::cusolver() {
  make_cusolver();
  GPUINV_CUSOLVER(cusolverDnSetStream(cusolver_, launch_.stream));
  return cusolver_;
}

cusolverDnParams_t Context::cusolver_params() {
  make_cusolver();
  return cusolver_params_;
}

bool Context::owned_by_this_process() const { return process_ == getpid(); }

void Context::require_owner() const {
  if (owned_by_this_process()) return;
  throw DeviceError(GPUINV_CANNOT, "the GPU belongs to the parent process");
}

void Context::synchronize() {
  GPUINV_CUDA(wait_without_matrix(
      [this] { return cudaStreamSynchronize(launch_.stream); }));
}

void Context::drain() noexcept {
  if (cudaStreamSynchronize(launch_.stream) != cudaSuccess) cudaGetLastError();
}

}  // namespace gpuinv::device
