// fabric.cpp (what processes that share a factor send each other)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/fabric.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "libgpuinv/base/opening.hpp"
#include "libgpuinv/device/scoped_device.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

// So many transfers of one step are timed; a factorization has some thousand.
constexpr std::size_t kMostSpans = 50000;

// NCCL may wait for the other process while it queues a transfer for the first
// time.  An abort lets it go on, and then waits for it at most so long.
constexpr std::chrono::milliseconds kMoment(50);
constexpr std::chrono::seconds kPatience(3);
// An abort takes some seconds to free memory.
constexpr std::chrono::seconds kFreeing(10);

}  // namespace

Fabric::Fabric(int device) : device_(device) {
  const ScopedDevice here(device_);
  GPUINV_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
}

// NCCL ends a communicator by an abort or by ncclCommDestroy, which waits for
// all processes of the host; one may be lost.
Fabric::~Fabric() {
  abort();
  try {
    const ScopedDevice here(device_);
    for (const Span& span : spans_) {
      cudaEventDestroy(span.begin);
      cudaEventDestroy(span.end);
    }
    cudaStreamDestroy(stream_);
    cudaGetLastError();
  } catch (const DeviceError&) {
    // the device is gone, and so are its objects
  }
}

void Fabric::make_ids(Order* order) const {
  static_assert(sizeof(NcclId) == Order::kId, "an id is NCCL's");
  for (char* to : order->ids) {
    NcclId id;
    nccl_.require(nccl_.GetUniqueId(&id), "ncclGetUniqueId");
    std::memcpy(to, id.bytes, sizeof id.bytes);
  }
}

Communicator* Fabric::add(NcclComm comm, int rank, int size) {
  {
    const std::lock_guard<std::mutex> guard(lock_);
    if (!aborted_) return &all_.emplace_back(this, comm, rank, size);
  }
  nccl_.CommAbort(comm);
  throw DeviceError(GPUINV_DEVICE, "the communicator was aborted");
}

void Fabric::meet(const Order& order, int rank, int size) {
  const Opening opening;  // it opens libraries of its own
  const ScopedDevice here(device_);
  Communicator** place[] = {&on_device_, &on_host_};
  for (int i = 0; i < 2; i++) {
    NcclId id;
    std::memcpy(id.bytes, order.ids[i], sizeof id.bytes);
    NcclComm comm = nullptr;
    nccl_.require(nccl_.CommInitRank(&comm, size, id, rank),
                  "ncclCommInitRank");
    *place[i] = add(comm, rank, size);
    warm_up(**place[i]);
  }
}

// The first transfer between two processes sets up their connection and waits
// for both; later ones may be sent before anybody receives them.
void Fabric::warm_up(const Communicator& one) {
  char* bytes = staging(2);
  const bool queued = queue(stream_, 0, [&] {
    nccl_.GroupStart();
    for (int peer = 0; peer < one.size; peer++) {
      if (peer == one.rank) continue;
      nccl_.Send(bytes, 1, kNcclByte, peer, one.nccl, stream_);
      nccl_.Recv(bytes + 1, 1, kNcclByte, peer, one.nccl, stream_);
    }
    return nccl_.GroupEnd();
  });
  if (!queued) throw DeviceError(GPUINV_DEVICE, "NCCL: no connection");
  GPUINV_CUDA(cudaStreamSynchronize(stream_));
}

// Within a group, NCCL tells all communicators to stop before it frees any of
// their memory.  To free some waits for all kernels of the device, and another
// communicator's kernel may wait for a process that is lost.
void Fabric::abort() noexcept {
  if (aborted_.exchange(true)) return;  // another thread does it
  bool locked = calls_.try_lock_for(kMoment);
  nccl_.GroupStart();
  {
    const std::lock_guard<std::mutex> guard(lock_);
    for (Communicator& one : all_)
      if (NcclComm comm = one.nccl.exchange(nullptr)) nccl_.CommAbort(comm);
  }
  if (!locked) locked = calls_.try_lock_for(kPatience);
  if (locked) calls_.unlock();  // from now on nobody calls NCCL
  nccl_.GroupEnd();
  gone_ = true;
}

void Fabric::await_abort() const noexcept {
  const auto end = std::chrono::steady_clock::now() + kFreeing;
  while (aborted_ && !gone_ && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

char* Fabric::staging(std::size_t bytes) {
  staging_.grow(std::max<std::size_t>(bytes, 4096));
  return staging_.data();
}

Communicator* Fabric::split(const Communicator& all, int color, int key) {
  NcclComm part = nullptr;
  const bool done = queue(stream_, 0, [&] {
    return nccl_.CommSplit(all.nccl, std::max(color, -1), key, &part, nullptr);
  });
  if (!done) throw DeviceError(GPUINV_DEVICE, "ncclCommSplit has failed");
  if (part == nullptr) return nullptr;
  int rank = 0, size = 1;
  nccl_.require(nccl_.CommUserRank(part, &rank), "ncclCommUserRank");
  nccl_.require(nccl_.CommCount(part, &size), "ncclCommCount");
  Communicator* one = add(part, rank, size);
  if (size > 1) warm_up(*one);
  return one;
}

void Fabric::remove(Communicator* one) noexcept {
  const std::lock_guard<std::timed_mutex> calls(calls_);
  NcclComm comm = one->nccl.exchange(nullptr);
  {
    const std::lock_guard<std::mutex> guard(lock_);
    all_.remove_if([one](const Communicator& each) { return &each == one; });
  }
  if (comm != nullptr) nccl_.CommAbort(comm);
}

// Returns false if the transfer is not timed: there are too many, or no events.
bool Fabric::next_span(Span* span) {
  if (used_ == spans_.size()) {
    Span made = {};
    if (used_ == kMostSpans || cudaEventCreate(&made.begin) != cudaSuccess ||
        cudaEventCreate(&made.end) != cudaSuccess) {
      traffic_.all = false;
      return false;
    }
    spans_.push_back(made);
  }
  *span = spans_[used_++];
  return true;
}

Traffic Fabric::take_traffic() {
  const std::lock_guard<std::timed_mutex> guard(calls_);
  for (std::size_t i = 0; i < used_; i++) {
    float milliseconds = 0.0f;
    if (cudaEventElapsedTime(&milliseconds, spans_[i].begin, spans_[i].end) !=
        cudaSuccess) {
      cudaGetLastError();
      traffic_.all = false;
    }
    traffic_.seconds += 1e-3 * static_cast<double>(milliseconds);
  }
  used_ = 0;
  return std::exchange(traffic_, Traffic());
}

}  // namespace gpuinv::device
