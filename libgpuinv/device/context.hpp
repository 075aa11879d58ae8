// context.hpp (stream, library handles and transfers on one device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <sys/types.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

#include "kernels/launch.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/check.hpp"

namespace gpuinv::device {

// Keeps every block that Thrust returned, so that repeated reductions of the
// same size allocate nothing.  Blocks are reused in stream order, so all
// algorithms must use the same stream.
class Scratch {
 public:
  using value_type = char;

  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  char* allocate(std::ptrdiff_t bytes) {
    const std::size_t size = static_cast<std::size_t>(bytes > 0 ? bytes : 1);
    for (Block& block : blocks_) {
      if (block.used || block.buffer.size() < size) continue;
      block.used = true;
      return block.buffer.data();
    }
    blocks_.push_back(Block{DeviceBuffer<char>(size), true});
    return blocks_.back().buffer.data();
  }

  void deallocate(char* data, std::size_t) noexcept {
    for (Block& block : blocks_) {
      if (block.buffer.data() == data) block.used = false;
    }
  }

 private:
  struct Block {
    DeviceBuffer<char> buffer;
    bool used;
  };
  std::vector<Block> blocks_;
};

// All work of one session on one device is queued on one non-blocking stream,
// to which both library handles are bound.  The handles are created when first
// needed.  One thread at a time may use a context.
class Context {
 public:
  // urgent: where kernels of several streams wait for room, those of this one
  // go first.  DeviceError(CANNOT): there is no such device.
  explicit Context(int device, bool urgent = false);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  int device() const { return device_; }
  cudaStream_t stream() const { return launch_.stream; }
  const kernels::Launch& launch() const { return launch_; }
  cublasHandle_t cublas();
  cusolverDnHandle_t cusolver();
  cusolverDnParams_t cusolver_params();
  Scratch& scratch() { return scratch_; }

  // Returns whether this process created the context, as CUDA does not survive
  // fork, and the device has always answered.
  bool usable() const;
  // DeviceError(CANNOT) in a child process; NoAnswer.
  void require_usable() const;

  // Waits for the stream and throws errors of all work queued so far.
  // NoAnswer: it was still at work when the patience ended.
  void synchronize();
  // How many seconds synchronize() waits; at first, it waits for any time.
  void set_patience(double seconds) { patience_ = seconds; }
  // Waits before buffers are freed that queued work may still use.
  void drain() noexcept;

 private:
  void make_cusolver();
  cudaError_t wait_patiently();

  int device_;
  pid_t process_;
  double patience_ = HUGE_VAL;
  bool hangs_ = false;
  kernels::Launch launch_{};
  cublasHandle_t cublas_ = nullptr;
  cusolverDnHandle_t cusolver_ = nullptr;
  cusolverDnParams_t cusolver_params_ = nullptr;
  Scratch scratch_;
};

// Deletes an object that works on the device of a context, except in a child of
// the process that created it, where CUDA must not be called, and if the device
// hangs, which would be waited for.
struct LeaveUnusable {
  std::shared_ptr<Context> context;
  template <class T>
  void operator()(T* object) const {
    if (context->usable()) delete object;
  }
};

// CUDA copies from and to memory that is not page-locked when the stream has
// come to rest.  synchronize() waits for that in a way that lets the caller's
// matrix go meanwhile.

// to[count] := from[count]; queued, so both arrays must stay.
template <class T>
void send(Context& context, const T* from, std::size_t count, T* to) {
  context.synchronize();
  GPUINV_CUDA(cudaMemcpyAsync(to, from, count * sizeof(T),
                              cudaMemcpyHostToDevice, context.stream()));
}

// to[count] := from[count]; waits.
template <class T>
void receive(Context& context, const T* from, std::size_t count, T* to) {
  context.synchronize();
  GPUINV_CUDA(cudaMemcpyAsync(to, from, count * sizeof(T),
                              cudaMemcpyDeviceToHost, context.stream()));
  context.synchronize();
}

// *to := from, with room for at least one element, so that data() is not null.
// Waits.
template <class T>
void send(Context& context, const std::vector<T>& from, DeviceBuffer<T>* to) {
  to->grow(std::max<std::size_t>(from.size(), 1));
  if (from.empty()) return;
  send(context, from.data(), from.size(), to->data());
  context.synchronize();
}

}  // namespace gpuinv::device
