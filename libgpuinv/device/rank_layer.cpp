// rank_layer.cpp (cuDSS's communication by NCCL, as cuDSS looks it up)
// SPDX-License-Identifier: GPL-3.0-or-later

// cuDSS opens a library by name and takes this table from it; here that is
// libgpuinv-cuda.so itself.  The manual of cuDSS describes the functions under
// "MGMN mode" and its header cudss_distributed_interface.h lists them; they
// follow MPI, and return 0 if they succeed.  A communicator is given as the
// address of a pointer, see Fabric.
//
// Buffers on the device: transfers are queued on the caller's stream.  Buffers
// on the host: they are complete when the function returns.

#include <cudss.h>

#include <utility>

#include "libgpuinv/device/rank_host.hpp"
#include "libgpuinv/device/rank_transfers.hpp"
#include "libgpuinv/device/scoped_device.hpp"

#if CUDSS_VERSION >= 10000

namespace gpuinv::device {
namespace {

int rank_of(void* comm, int* rank) {
  *rank = communicator(comm).rank;
  return 0;
}

int size_of(void* comm, int* size) {
  *size = communicator(comm).size;
  return 0;
}

int split(const void* comm, int color, int key, void* part) {
  return result_of([&] {
    Communicator& all = communicator(comm);
    const ScopedDevice here(all.fabric->device());
    *static_cast<Communicator**>(part) = all.fabric->split(all, color, key);
    return true;
  });
}

int drop(void* comm) {
  return result_of([&] {
    auto** one = static_cast<Communicator**>(comm);
    Fabric* fabric = *one != nullptr ? (*one)->fabric : nullptr;
    if (fabric != nullptr && *one != *fabric->on_device() &&
        *one != *fabric->on_host())
      fabric->remove(std::exchange(*one, nullptr));
    return true;
  });
}

int send_device(const void* from, int count, cudaDataType_t type, int peer, int,
                void* comm, cudaStream_t stream) {
  return result_of([&] {
    return send(from, count * element_of(type).bytes, peer, communicator(comm),
                stream);
  });
}

int receive_device(void* to, int count, cudaDataType_t type, int peer, int,
                   void* comm, cudaStream_t stream) {
  return result_of([&] {
    return receive(to, count * element_of(type).bytes, peer, communicator(comm),
                   stream);
  });
}

int broadcast_device(void* buffer, int count, cudaDataType_t type, int root,
                     void* comm, cudaStream_t stream) {
  return result_of([&] {
    return broadcast(buffer, count * element_of(type).bytes, root,
                     communicator(comm), stream);
  });
}

int reduce_device(const void* from, void* to, int count, cudaDataType_t type,
                  cudssOpType_t op, int root, void* comm, cudaStream_t stream) {
  return result_of([&] {
    return reduce(from, to, count, element_of(type), op_of(op), root,
                  communicator(comm), stream);
  });
}

int all_reduce_device(const void* from, void* to, int count,
                      cudaDataType_t type, cudssOpType_t op, void* comm,
                      cudaStream_t stream) {
  return reduce_device(from, to, count, type, op, -1, comm, stream);
}

int scatter_device(const void* from, const int* counts, const int* offsets,
                   cudaDataType_t type, void* to, int count,
                   cudaDataType_t to_type, int root, void* comm,
                   cudaStream_t stream) {
  return result_of([&] {
    return scatter(static_cast<const char*>(from),
                   {counts, offsets, element_of(type).bytes},
                   static_cast<char*>(to), count * element_of(to_type).bytes,
                   root, communicator(comm), stream);
  });
}

// The layer must not be older than what the library wants.
int property(libraryPropertyType type, int* value) {
  switch (type) {
    case MAJOR_VERSION:
      *value = CUDSS_VERSION_MAJOR;
      return 0;
    case MINOR_VERSION:
      *value = CUDSS_VERSION_MINOR;
      return 0;
    case PATCH_LEVEL:
      *value = CUDSS_VERSION_PATCH;
      return 0;
    default:
      return 1;
  }
}

}  // namespace
}  // namespace gpuinv::device

extern "C" __attribute__((visibility("default")))
cudssDistributedInterface_t cudssDistributedInterface;

using namespace gpuinv::device;  // NOLINT: the table names what is above

cudssDistributedInterface_t cudssDistributedInterface = {
    rank_of,
    size_of,
    send_device,
    receive_device,
    broadcast_device,
    reduce_device,
    all_reduce_device,
    scatter_device,
    split,
    drop,
    rank_of,
    size_of,
    send_host,
    receive_host,
    broadcast_host,
    reduce_host,
    all_reduce_host,
    scatter_host,
    split,
    drop,
    property,
};

#endif
