// rank_host.cpp (cuDSS's communication of buffers on the host)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/rank_host.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

#include "libgpuinv/device/rank_transfers.hpp"
#include "libgpuinv/device/scoped_device.hpp"
#include "libgpuinv/gpuinv.h"

#if CUDSS_VERSION >= 10000

namespace gpuinv::device {
namespace {

// Memory of the device that stands for buffers of the host, and copies.
class Staged {
 public:
  Staged(Communicator& one, std::size_t bytes)
      : here_(one.fabric->device()),
        stream_(one.fabric->own_stream()),
        data_(one.fabric->staging(bytes)) {}
  char* data() const { return data_; }
  cudaStream_t stream() const { return stream_; }
  void bring(const void* from, std::size_t bytes, std::size_t at = 0) {
    if (bytes > 0)
      GPUINV_CUDA(cudaMemcpyAsync(data_ + at, from, bytes,
                                  cudaMemcpyHostToDevice, stream_));
  }
  void fetch(void* to, std::size_t bytes, std::size_t at = 0) {
    if (bytes > 0)
      GPUINV_CUDA(cudaMemcpyAsync(to, data_ + at, bytes, cudaMemcpyDeviceToHost,
                                  stream_));
    wait();
  }
  void wait() { GPUINV_CUDA(cudaStreamSynchronize(stream_)); }

 private:
  const ScopedDevice here_;
  const cudaStream_t stream_;
  char* const data_;
};

// What goes before a host buffer: messages may be received in another order.
struct Label {
  std::int64_t tag, bytes;
};

// Receives the next message of a process.
Communicator::Message receive_next(Communicator& one, int peer) {
  const auto fetch = [&](void* to, std::size_t size) {
    Staged staged(one, size);
    if (!receive(staged.data(), size, peer, one, staged.stream()))
      throw DeviceError(GPUINV_DEVICE, "ncclRecv has failed");
    staged.fetch(to, size);
    if (one.fabric->aborted())
      throw DeviceError(GPUINV_DEVICE, "the communicator was aborted");
  };
  Label label;
  fetch(&label, sizeof label);
  Communicator::Message message{peer, label.tag, {}};
  message.data.resize(static_cast<std::size_t>(label.bytes));
  if (label.bytes > 0) fetch(message.data.data(), message.data.size());
  return message;
}

}  // namespace

int send_host(const void* from, int count, cudaDataType_t type, int peer,
              int tag, void* comm, cudaStream_t) {
  return result_of([&] {
    Communicator& one = communicator(comm);
    const std::size_t bytes = count * element_of(type).bytes;
    const Label label = {tag, static_cast<std::int64_t>(bytes)};
    Staged staged(one, sizeof label + bytes);
    staged.bring(&label, sizeof label);
    staged.bring(from, bytes, sizeof label);
    if (!send(staged.data(), sizeof label, peer, one, staged.stream()) ||
        !send(staged.data() + sizeof label, bytes, peer, one, staged.stream()))
      return false;
    staged.wait();
    return !one.fabric->aborted();
  });
}

int receive_host(void* to, int count, cudaDataType_t type, int peer, int tag,
                 void* comm, cudaStream_t) {
  return result_of([&] {
    Communicator& one = communicator(comm);
    auto found = one.unexpected.begin();
    while (found != one.unexpected.end() &&
           (found->source != peer || found->tag != tag))
      ++found;
    while (found == one.unexpected.end()) {
      one.unexpected.push_back(receive_next(one, peer));
      if (one.unexpected.back().tag == tag)
        found = std::prev(one.unexpected.end());
    }
    const std::vector<char> data = std::move(found->data);
    one.unexpected.erase(found);
    if (data.size() > count * element_of(type).bytes) return false;
    if (!data.empty()) std::memcpy(to, data.data(), data.size());
    return true;
  });
}

int broadcast_host(void* buffer, int count, cudaDataType_t type, int root,
                   void* comm, cudaStream_t) {
  return result_of([&] {
    Communicator& one = communicator(comm);
    const std::size_t bytes = count * element_of(type).bytes;
    Staged staged(one, bytes);
    if (one.rank == root) staged.bring(buffer, bytes);
    if (!broadcast(staged.data(), bytes, root, one, staged.stream()))
      return false;
    if (one.rank == root)
      staged.wait();
    else
      staged.fetch(buffer, bytes);
    return !one.fabric->aborted();
  });
}

int reduce_host(const void* from, void* to, int count, cudaDataType_t type,
                cudssOpType_t op, int root, void* comm, cudaStream_t) {
  return result_of([&] {
    Communicator& one = communicator(comm);
    const Element e = element_of(type);
    Staged staged(one, count * e.bytes);
    staged.bring(from, count * e.bytes);
    if (!reduce(staged.data(), staged.data(), count, e, op_of(op), root, one,
                staged.stream()))
      return false;
    if (root < 0 || one.rank == root)
      staged.fetch(to, count * e.bytes);
    else
      staged.wait();
    return !one.fabric->aborted();
  });
}

int all_reduce_host(const void* from, void* to, int count, cudaDataType_t type,
                    cudssOpType_t op, void* comm, cudaStream_t stream) {
  return reduce_host(from, to, count, type, op, -1, comm, stream);
}

int scatter_host(const void* from, const int* counts, const int* offsets,
                 cudaDataType_t type, void* to, int count,
                 cudaDataType_t to_type, int root, void* comm, cudaStream_t) {
  return result_of([&] {
    Communicator& one = communicator(comm);
    const std::size_t element = element_of(type).bytes;
    const std::size_t mine = count * element_of(to_type).bytes;
    std::size_t all = 0;
    for (int p = 0; one.rank == root && p < one.size; p++)
      all = std::max(all, (offsets[p] + counts[p]) * element);
    Staged staged(one, all + mine);
    staged.bring(from, all);
    if (!scatter(staged.data(), {counts, offsets, element}, staged.data() + all,
                 mine, root, one, staged.stream()))
      return false;
    staged.fetch(to, mine, all);
    return !one.fabric->aborted();
  });
}

}  // namespace gpuinv::device

#endif
