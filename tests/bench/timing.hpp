// timing.hpp (medians of device and wall times)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "libgpuinv/device/context.hpp"
#include "tests/bench/spread.hpp"

namespace gpuinv::bench {

class TimedEvent {
 public:
  TimedEvent() { GPUINV_CUDA(cudaEventCreate(&event_)); }
  ~TimedEvent() { static_cast<void>(cudaEventDestroy(event_)); }
  TimedEvent(const TimedEvent&) = delete;
  TimedEvent& operator=(const TimedEvent&) = delete;
  cudaEvent_t get() { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

// Holds a stream back until it is opened, so that a whole batch is queued
// before the device starts it.  So the host's launch rate does not affect the
// device time.
class Gate {
 public:
  explicit Gate(cudaStream_t stream) : stream_(stream) {
    GPUINV_CUDA(cudaLaunchHostFunc(stream_, wait, &open_));
  }
  ~Gate() {
    open();
    static_cast<void>(cudaStreamSynchronize(stream_));
  }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;
  void open() { open_.store(true); }

 private:
  static void wait(void* open) {
    while (!static_cast<std::atomic<bool>*>(open)->load()) {
      std::this_thread::yield();
    }
  }
  cudaStream_t stream_;
  std::atomic<bool> open_{false};
};

constexpr int kBatches = 15;

// Measures device time of launch(i), i = 0..batch-1, one after the other in the
// stream.  One sample is the mean of a batch, after one batch that does not
// count.
template <class Body>
Times device_times(device::Context& context, int batch, Body launch) {
  TimedEvent begin, end;
  std::vector<double> samples;
  // The first launch loads code, for which the device may have to be idle.
  launch(0);
  context.synchronize();
  for (int b = 0; b <= kBatches; b++) {
    Gate gate(context.stream());
    GPUINV_CUDA(cudaEventRecord(begin.get(), context.stream()));
    for (int i = 0; i < batch; i++) launch(i);
    GPUINV_CUDA(cudaEventRecord(end.get(), context.stream()));
    gate.open();
    context.synchronize();
    float ms = 0.0F;
    GPUINV_CUDA(cudaEventElapsedTime(&ms, begin.get(), end.get()));
    if (b > 0) samples.push_back(1e3 * ms / batch);
  }
  return summarize(samples);
}

// Measures wall time of each of `count` calls, after two that do not count.
template <class Body>
Times wall_times(int count, Body call) {
  std::vector<double> samples;
  for (int i = -2; i < count; i++) {
    const auto begin = std::chrono::steady_clock::now();
    call();
    const std::chrono::duration<double, std::micro> us =
        std::chrono::steady_clock::now() - begin;
    if (i >= 0) samples.push_back(us.count());
  }
  return summarize(samples);
}

}  // namespace gpuinv::bench
