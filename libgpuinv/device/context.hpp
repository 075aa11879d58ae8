// context.hpp (stream and library handles on one device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <sys/types.h>

#include <memory>

#include "kernels/launch.hpp"
#include "libgpuinv/device/check.hpp"
#include "libgpuinv/device/scratch.hpp"

namespace gpuinv::device {

// All work of one session on one device goes through one non-blocking
// stream, and both library handles are bound to it.  The handles are made
// at first need.  Used by one thread at a time.
class Context {
 public:
  // DeviceError (CANNOT) if there is no such device.
  explicit Context(int device);
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

  // CUDA does not survive fork: whether this process made the context.
  bool owned_by_this_process() const;
  // DeviceError (CANNOT) in a child.
  void require_owner() const;

  // Waits for the stream and reports errors of everything queued so far.
  void synchronize();
  // Waits before buffers are freed that something queued may still use.
  void drain() noexcept;

 private:
  void make_cusolver();

  int device_;
  pid_t process_;
  kernels::Launch launch_{};
  cublasHandle_t cublas_ = nullptr;
  cusolverDnHandle_t cusolver_ = nullptr;
  cusolverDnParams_t cusolver_params_ = nullptr;
  Scratch scratch_;
};

// Deletes what works on the device of a context, but not in a child of the
// process that made it: CUDA must not be called there.
struct LeaveInChild {
  std::shared_ptr<Context> context;
  template <class T>
  void operator()(T* object) const {
    if (context->owned_by_this_process()) delete object;
  }
};

}  // namespace gpuinv::device
