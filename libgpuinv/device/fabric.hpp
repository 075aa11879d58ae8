// fabric.hpp (what processes that share a factor send each other)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <mutex>
#include <vector>

#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/nccl_library.hpp"
#include "libgpuinv/ranks/order.hpp"

namespace gpuinv::device {

class Fabric;

// A communicator as the layer of rank_layer.cpp gets it from cuDSS: some or all
// processes.  nccl is null after an abort.
struct Communicator {
  Communicator(Fabric* owner, NcclComm comm, int rank_there, int processes)
      : fabric(owner), nccl(comm), rank(rank_there), size(processes) {}

  Fabric* const fabric;
  std::atomic<NcclComm> nccl;  // whoever takes it away frees it
  const int rank, size;
  // A message for a buffer on the host.
  struct Message {
    int source;
    std::int64_t tag;
    std::vector<char> data;
  };
  std::list<Message> unexpected;  // that came before those with the tag awaited
};

// Seconds and bytes of communication.
struct Traffic {
  double seconds = 0.0;  // of the transfers, waiting for others included
  double bytes = 0.0;    // that this process sent, received or reduced
  bool all = true;       // whether all transfers were timed
};

// The communicators of one factor, all by NCCL: one for buffers on the device,
// and one for buffers on the host, which pass through memory of the device.
// (cuDSS's own layer for NCCL needs MPI for these.)  One thread works with it;
// any thread may abort it.
class Fabric {
 public:
  // DeviceError(CANNOT): there is no NCCL.
  explicit Fabric(int device);
  ~Fabric();
  Fabric(const Fabric&) = delete;
  Fabric& operator=(const Fabric&) = delete;

  // Makes the ids of both communicators; one process does so for all.
  void make_ids(Order* order) const;
  // Opens both communicators and sends something over each connection; waits
  // for all others.  DeviceError(DEVICE): not possible.
  void meet(const Order& order, int rank, int size);
  // Ends all transfers, here and at the other ends, and all that follow fail.
  void abort() noexcept;
  bool aborted() const { return aborted_; }
  // Waits some seconds, at most, for an abort on another thread, during which
  // the process must not end.
  void await_abort() const noexcept;

  // What cuDSS takes: the address of a pointer.
  Communicator** on_device() { return &on_device_; }
  Communicator** on_host() { return &on_host_; }

  int device() const { return device_; }
  const NcclLibrary& nccl() const { return nccl_; }
  cudaStream_t own_stream() const { return stream_; }
  // Room in the memory of the device for a buffer of the host.
  char* staging(std::size_t bytes);

  // Runs call(), which queues transfers on the stream, unless the fabric was
  // aborted.  Returns whether that has succeeded.
  template <class Call>
  bool queue(cudaStream_t stream, std::size_t bytes, Call call);
  // The part of a communicator whose processes give the same color; null for
  // those of a negative one.  Error(DEVICE).
  Communicator* split(const Communicator& all, int color, int key);
  void remove(Communicator* one) noexcept;

  // What was transferred since the last call; all of it must have finished.
  Traffic take_traffic();

 private:
  struct Span {
    cudaEvent_t begin, end;
  };

  Communicator* add(NcclComm comm, int rank, int size);
  void warm_up(const Communicator& one);
  bool next_span(Span* span);

  const int device_;
  const NcclLibrary nccl_;
  cudaStream_t stream_ = nullptr;
  DeviceBuffer<char> staging_;
  std::atomic<bool> aborted_{false}, gone_{false};  // begun, ended
  std::timed_mutex calls_;  // while calls are queued, for which NCCL may wait
  std::mutex lock_;         // of the list, never held so long
  std::list<Communicator> all_;
  Communicator* on_device_ = nullptr;
  Communicator* on_host_ = nullptr;
  std::vector<Span> spans_;  // used_ of them since the last count
  std::size_t used_ = 0;
  Traffic traffic_;
};

template <class Call>
bool Fabric::queue(cudaStream_t stream, std::size_t bytes, Call call) {
  const std::lock_guard<std::timed_mutex> guard(calls_);
  if (aborted_) return false;
  Span span;
  const bool timed = next_span(&span);
  if (timed) cudaEventRecord(span.begin, stream);
  const int result = call();
  if (timed) cudaEventRecord(span.end, stream);
  traffic_.bytes += static_cast<double>(bytes);
  return result == kNcclSuccess && !aborted_;
}

}  // namespace gpuinv::device
