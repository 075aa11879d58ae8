// event.hpp (owner of a CUDA event that marks a point of a stream)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

#ifndef GPUINV_DEVICE_EVENT_HPP
#define GPUINV_DEVICE_EVENT_HPP

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

  // On the current device, that of the stream, where the event stays.
  void record(cudaStream_t stream) {
    if (event_ == nullptr) {
      GPUINV_CUDA(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming));
    }
    GPUINV_CUDA(cudaEventRecord(event_, stream));
  }
  // What comes next in the stream, of any device, waits for the event.
  void hold(cudaStream_t stream) {
    if (event_ != nullptr) GPUINV_CUDA(cudaStreamWaitEvent(stream, event_, 0));
  }
  // Returns at once if the event was never recorded.
  void wait() {
    if (event_ != nullptr) GPUINV_CUDA(cudaEventSynchronize(event_));
  }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace gpuinv::device

#endif
