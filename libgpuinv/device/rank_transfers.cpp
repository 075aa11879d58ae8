// rank_transfers.cpp (transfers by NCCL, as cuDSS asks for them)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/rank_transfers.hpp"

#include "libgpuinv/gpuinv.h"

#if CUDSS_VERSION >= 10000

namespace gpuinv::device {

Element element_of(cudaDataType_t type) {
  switch (type) {
    case CUDA_R_8I:
    case CUDA_R_8U:
      return {kNcclByte, 1, 1};
    case CUDA_R_32I:
      return {kNcclInt32, 1, 4};
    case CUDA_R_32U:
      return {kNcclUint32, 1, 4};
    case CUDA_R_64I:
      return {kNcclInt64, 1, 8};
    case CUDA_R_64U:
      return {kNcclUint64, 1, 8};
    case CUDA_R_32F:
      return {kNcclFloat32, 1, 4};
    case CUDA_R_64F:
      return {kNcclFloat64, 1, 8};
    case CUDA_C_32F:
      return {kNcclFloat32, 2, 8};
    case CUDA_C_64F:
      return {kNcclFloat64, 2, 16};
    default:
      throw DeviceError(GPUINV_CANNOT, "cuDSS sends numbers of another type");
  }
}

int op_of(cudssOpType_t op) {
  return op == CUDSS_SUM ? kNcclSum : op == CUDSS_MAX ? kNcclMax : kNcclMin;
}

bool broadcast(void* buffer, std::size_t bytes, int root, Communicator& one,
               cudaStream_t stream) {
  return queue(
      one, bytes, stream, [&](const auto& nccl, NcclComm c, cudaStream_t s) {
        return nccl.Broadcast(buffer, buffer, bytes, kNcclByte, root, c, s);
      });
}

bool reduce(const void* from, void* to, int count, const Element& e, int op,
            int root, Communicator& one, cudaStream_t stream) {
  return queue(
      one, count * e.bytes, stream,
      [&](const auto& nccl, NcclComm c, cudaStream_t s) {
        const std::size_t all = count * e.count;
        return root < 0 ? nccl.AllReduce(from, to, all, e.type, op, c, s)
                        : nccl.Reduce(from, to, all, e.type, op, root, c, s);
      });
}

bool scatter(const char* from, const Parts& parts, char* to, std::size_t mine,
             int root, Communicator& one, cudaStream_t stream) {
  std::size_t all = mine;
  for (int p = 0; one.rank == root && p < one.size; p++)
    all += p != root ? parts.counts[p] * parts.bytes : 0;
  return queue(
      one, all, stream, [&](const auto& nccl, NcclComm c, cudaStream_t s) {
        nccl.GroupStart();
        for (int p = 0; one.rank == root && p < one.size; p++) {
          const char* part = from + parts.offsets[p] * parts.bytes;
          const std::size_t bytes = parts.counts[p] * parts.bytes;
          if (p != root && bytes > 0)
            nccl.Send(part, bytes, kNcclByte, p, c, s);
          else if (bytes > 0 && part != to)
            cudaMemcpyAsync(to, part, bytes, cudaMemcpyDeviceToDevice, s);
        }
        if (one.rank != root && mine > 0)
          nccl.Recv(to, mine, kNcclByte, root, c, s);
        return nccl.GroupEnd();
      });
}

}  // namespace gpuinv::device

#endif
