// context.cpp (stream and library handles on one device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/context.hpp"

#include <unistd.h>

#include <chrono>

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
  if (!usable()) return;
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

bool Context::usable() const { return process_ == getpid() && !hangs_; }

void Context::require_usable() const {
  if (process_ != getpid())
    throw DeviceError(GPUINV_CANNOT, "the GPU belongs to the parent process");
  if (hangs_) throw NoAnswer();
}

cudaError_t Context::wait_patiently() {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(patience_);
  cudaError_t state = cudaErrorNotReady;
  while (state == cudaErrorNotReady && Clock::now() < end)
    state = cudaStreamQuery(launch_.stream);
  hangs_ = state == cudaErrorNotReady;
  if (hangs_) throw NoAnswer();
  return state;
}

void Context::synchronize() {
  GPUINV_CUDA(wait_without_matrix([this] {
    return patience_ < HUGE_VAL ? wait_patiently()
                                : cudaStreamSynchronize(launch_.stream);
  }));
}

void Context::drain() noexcept {
  if (cudaStreamSynchronize(launch_.stream) != cudaSuccess) cudaGetLastError();
}

}  // namespace gpuinv::device
