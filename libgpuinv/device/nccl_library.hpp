// nccl_library.hpp (the functions of NCCL, loaded at run time)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "libgpuinv/device/check.hpp"

namespace gpuinv::device {

// As in nccl.h, which need not be there when this is built; these have been the
// same since NCCL 2.18.
using NcclComm = struct NcclCommunicator*;
struct NcclId {
  char bytes[128];
};
enum NcclType {
  kNcclByte = 0,
  kNcclInt32 = 2,
  kNcclUint32 = 3,
  kNcclInt64 = 4,
  kNcclUint64 = 5,
  kNcclFloat32 = 7,
  kNcclFloat64 = 8
};
enum NcclOp { kNcclSum = 0, kNcclMax = 2, kNcclMin = 3 };
constexpr int kNcclSuccess = 0;
constexpr int kOldestNccl = 21800;  // has ncclCommSplit

// The library stays open, because it keeps threads.
struct NcclLibrary {
  // DeviceError(CANNOT): there is none that is new enough; the text says why.
  NcclLibrary();

  int (*GetVersion)(int* version) = nullptr;
  const char* (*GetErrorString)(int result) = nullptr;
  int (*GetUniqueId)(NcclId* id) = nullptr;
  int (*CommInitRank)(NcclComm* comm, int size, NcclId id, int rank) = nullptr;
  int (*CommSplit)(NcclComm comm, int color, int key, NcclComm* part,
                   void* config) = nullptr;
  int (*CommAbort)(NcclComm comm) = nullptr;
  int (*CommUserRank)(NcclComm comm, int* rank) = nullptr;
  int (*CommCount)(NcclComm comm, int* size) = nullptr;
  int (*GroupStart)() = nullptr;
  int (*GroupEnd)() = nullptr;
  int (*Send)(const void* from, std::size_t count, int type, int peer,
              NcclComm comm, cudaStream_t stream) = nullptr;
  int (*Recv)(void* to, std::size_t count, int type, int peer, NcclComm comm,
              cudaStream_t stream) = nullptr;
  int (*Broadcast)(const void* from, void* to, std::size_t count, int type,
                   int root, NcclComm comm, cudaStream_t stream) = nullptr;
  int (*Reduce)(const void* from, void* to, std::size_t count, int type, int op,
                int root, NcclComm comm, cudaStream_t stream) = nullptr;
  int (*AllReduce)(const void* from, void* to, std::size_t count, int type,
                   int op, NcclComm comm, cudaStream_t stream) = nullptr;

  // DeviceError(DEVICE) with NCCL's text unless the result is success.
  void require(int result, const char* call) const;
};

}  // namespace gpuinv::device
