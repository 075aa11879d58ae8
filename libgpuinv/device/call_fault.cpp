// call_fault.cpp (calls on a device that fail on purpose)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/call_fault.hpp"

#include "kernels/trap.hpp"

namespace gpuinv::device {
namespace {

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

}  // namespace gpuinv::device
