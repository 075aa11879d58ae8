// event.hpp (owner of a CUDA event that marks a point of a stream)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/base/lease.hpp"
#include "libgpuinv/device/check.hpp"

namespace gpuinv::device {

class Event {
 public:
  Event() = default;
  ~Event() {
    if (event_ == nullptr) return;
    if (cudaEventDestroy(event_) != cudaSuccess) cudaGetLastError();
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  // Records the event.  The current device must be the device of the stream;
  // the event belongs to it from then on.
  void record(cudaStream_t stream) {
    if (event_ == nullptr) {
      GPUINV_CUDA(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming));
    }
    GPUINV_CUDA(cudaEventRecord(event_, stream));
  }
  // Later work in the stream, which may be on any device, waits for the event.
  void hold(cudaStream_t stream) {
    if (event_ != nullptr) GPUINV_CUDA(cudaStreamWaitEvent(stream, event_, 0));
  }
  // Waits on the host; returns at once if the event was never recorded.
  void wait() {
    if (event_ == nullptr) return;
    GPUINV_CUDA(
        wait_without_matrix([this] { return cudaEventSynchronize(event_); }));
  }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace gpuinv::device
