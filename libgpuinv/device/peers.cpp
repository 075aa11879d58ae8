// peers.cpp (several cards of one host that work together)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/peers.hpp"

#include <string>

#include "libgpuinv/device/scoped_device.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

void open_memory(int device, int of) {
  if (device == of) return;
  int can = 0;
  GPUINV_CUDA(cudaDeviceCanAccessPeer(&can, device, of));
  if (can == 0)
    throw DeviceError(GPUINV_CANNOT, "device " + std::to_string(device) +
                                         " cannot read the memory of device " +
                                         std::to_string(of));
  const ScopedDevice here(device);
  cudaError_t error = planned(cudaError_t());
  if (error == cudaSuccess) error = cudaDeviceEnablePeerAccess(of, 0);
  if (error == cudaErrorPeerAccessAlreadyEnabled) {
    cudaGetLastError();
    return;
  }
  require(error, "cudaDeviceEnablePeerAccess", __FILE__, __LINE__);
}

void require_same_kind(int device, int other) {
  if (device == other) return;
  cudaDeviceProp a, b;
  GPUINV_CUDA(cudaGetDeviceProperties(&a, device));
  GPUINV_CUDA(cudaGetDeviceProperties(&b, other));
  if (a.major != b.major || a.minor != b.minor ||
      a.multiProcessorCount != b.multiProcessorCount)
    throw DeviceError(GPUINV_CANNOT, "devices " + std::to_string(device) +
                                         " and " + std::to_string(other) +
                                         " are of different kinds");
}

}  // namespace

void open_memory(const Cards& cards) {
  for (const auto& card : cards)
    for (const auto& other : cards)
      open_memory(card->device(), other->device());
}

void require_same_kind(const Cards& cards) {
  for (const auto& card : cards)
    require_same_kind(cards.front()->device(), card->device());
}

}  // namespace gpuinv::device
