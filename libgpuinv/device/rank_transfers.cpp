// rank_transfers.cpp (transfers by NCCL, as cuDSS asks for them)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/rank_transfers.hpp"

#include "libgpuinv/gpuinv.h"

#if CUDSS_VERSION >= 10000

namespace gpuinv::device {
namespace {

constexpr struct {
  cudaDataType_t type;
  Element element;
} kElements[] = {
    {CUDA_R_8I, {kNcclByte, 1, 1}},     {CUDA_R_8U, {kNcclByte, 1, 1}},
    {CUDA_R_32I, {kNcclInt32, 1, 4}},   {CUDA_R_32U, {kNcclUint32, 1, 4}},
    {CUDA_R_64I, {kNcclInt64, 1, 8}},   {CUDA_R_64U, {kNcclUint64, 1, 8}},
    {CUDA_R_32F, {kNcclFloat32, 1, 4}}, {CUDA_R_64F, {kNcclFloat64, 1, 8}},
    {CUDA_C_32F, {kNcclFloat32, 2, 8}}, {CUDA_C_64F, {kNcclFloat64, 2, 16}},
};

// Queues call(nccl, communicator), which transfers so many bytes.
template <class Call>
bool queue(Communicator& one, std::size_t bytes, cudaStream_t stream,
           Call call) {
  if (bytes == 0) return !one.fabric->aborted();
  return one.fabric->queue(stream, bytes,
                           [&] { return call(one.fabric->nccl(), one.nccl); });
}

}  // namespace

Element element_of(cudaDataType_t type) {
  for (const auto& known : kElements)
    if (known.type == type) return known.element;
  throw DeviceError(GPUINV_CANNOT, "cuDSS sends numbers of another type");
}

int op_of(cudssOpType_t op) {
  return op == CUDSS_SUM ? kNcclSum : op == CUDSS_MAX ? kNcclMax : kNcclMin;
}

bool send(const void* from, std::size_t bytes, int peer, Communicator& one,
          cudaStream_t stream) {
  return queue(one, bytes, stream, [&](const NcclLibrary& nccl, NcclComm c) {
    return nccl.Send(from, bytes, kNcclByte, peer, c, stream);
  });
}

bool receive(void* to, std::size_t bytes, int peer, Communicator& one,
             cudaStream_t stream) {
  return queue(one, bytes, stream, [&](const NcclLibrary& nccl, NcclComm c) {
    return nccl.Recv(to, bytes, kNcclByte, peer, c, stream);
  });
}

bool broadcast(void* buffer, std::size_t bytes, int root, Communicator& one,
               cudaStream_t stream) {
  return queue(one, bytes, stream, [&](const NcclLibrary& nccl, NcclComm c) {
    return nccl.Broadcast(buffer, buffer, bytes, kNcclByte, root, c, stream);
  });
}

bool reduce(const void* from, void* to, int count, const Element& e, int op,
            int root, Communicator& one, cudaStream_t stream) {
  const std::size_t n = count * e.count;
  const std::size_t bytes = count * e.bytes;
  return queue(one, bytes, stream, [&](const NcclLibrary& nccl, NcclComm c) {
    return root < 0 ? nccl.AllReduce(from, to, n, e.type, op, c, stream)
                    : nccl.Reduce(from, to, n, e.type, op, root, c, stream);
  });
}

bool scatter(const char* from, const Parts& parts, char* to, std::size_t mine,
             int root, Communicator& one, cudaStream_t stream) {
  std::size_t all = mine;
  for (int p = 0; one.rank == root && p < one.size; p++)
    all += p != root ? parts.counts[p] * parts.bytes : 0;
  return queue(one, all, stream, [&](const NcclLibrary& nccl, NcclComm c) {
    nccl.GroupStart();
    for (int p = 0; one.rank == root && p < one.size; p++) {
      const char* part = from + parts.offsets[p] * parts.bytes;
      const std::size_t bytes = parts.counts[p] * parts.bytes;
      if (p != root && bytes > 0)
        nccl.Send(part, bytes, kNcclByte, p, c, stream);
      else if (bytes > 0 && part != to)
        cudaMemcpyAsync(to, part, bytes, cudaMemcpyDeviceToDevice, stream);
    }
    if (one.rank != root && mine > 0)
      nccl.Recv(to, mine, kNcclByte, root, c, stream);
    return nccl.GroupEnd();
  });
}

}  // namespace gpuinv::device

#endif
