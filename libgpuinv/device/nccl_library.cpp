// nccl_library.cpp (the functions of NCCL, loaded at run time)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/nccl_library.hpp"

#include <dlfcn.h>

#include <string>

#include "libgpuinv/base/opening.hpp"
#include "libgpuinv/gpuinv.h"
#include "libgpuinv/vendors/nvidia_places.hpp"

namespace gpuinv::device {
namespace {

constexpr const char* kName = "libnccl.so.2";

template <class Function>
void find(void* handle, const char* name, Function* function) {
  *function = reinterpret_cast<Function>(dlsym(handle, name));
  if (*function != nullptr) return;
  throw DeviceError(GPUINV_CANNOT, std::string("NCCL lacks ") + name);
}

}  // namespace

NcclLibrary::NcclLibrary() {
  const Opening opening;
  const OpenedLibrary library = open_first(
      nvidia_places(kName, beside(kName), "", CUDART_VERSION / 1000));
  if (library.handle == nullptr)
    throw DeviceError(GPUINV_CANNOT, "no NCCL: " + library.text);
#define GPUINV_NCCL_FIND(name) find(library.handle, "nccl" #name, &name);
  GPUINV_NCCL_FIND(GetVersion)
  int version = 0;
  GetVersion(&version);
  if (version < kOldestNccl)
    throw DeviceError(GPUINV_CANNOT, "NCCL of version " +
                                         std::to_string(version) + " in " +
                                         library.text + " is too old");
  GPUINV_NCCL_FIND(GetErrorString)
  GPUINV_NCCL_FIND(GetUniqueId)
  GPUINV_NCCL_FIND(CommInitRank)
  GPUINV_NCCL_FIND(CommSplit)
  GPUINV_NCCL_FIND(CommAbort)
  GPUINV_NCCL_FIND(CommUserRank)
  GPUINV_NCCL_FIND(CommCount)
  GPUINV_NCCL_FIND(GroupStart)
  GPUINV_NCCL_FIND(GroupEnd)
  GPUINV_NCCL_FIND(Send)
  GPUINV_NCCL_FIND(Recv)
  GPUINV_NCCL_FIND(Broadcast)
  GPUINV_NCCL_FIND(Reduce)
  GPUINV_NCCL_FIND(AllReduce)
#undef GPUINV_NCCL_FIND
}

void NcclLibrary::require(int result, const char* call) const {
  if (result == kNcclSuccess) return;
  cudaGetLastError();
  throw DeviceError(GPUINV_DEVICE,
                    std::string(call) + ": " + GetErrorString(result));
}

}  // namespace gpuinv::device
