// tableau_launch.cuh (cooperative launch of an iteration kernel)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_KERNELS_TABLEAU_LAUNCH_CUH
#define GPUINV_KERNELS_TABLEAU_LAUNCH_CUH

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>

#include "kernels/tableau_iterate.hpp"

namespace gpuinv::kernels {

template <class View>
using TableauKernel = void (*)(View, TableauTolerances, int);

// Static shared memory of the kernel counts against the same limit.
template <class View>
cudaError_t prepare_kernel(TableauKernel<View> kernel, int device,
                           std::size_t* bytes) {
  int most = 0;
  cudaError_t error = cudaDeviceGetAttribute(
      &most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  if (error != cudaSuccess) return error;
  cudaFuncAttributes own;
  error = cudaFuncGetAttributes(&own, reinterpret_cast<const void*>(kernel));
  if (error != cudaSuccess) return error;
  *bytes = static_cast<std::size_t>(most) - own.sharedSizeBytes;
  return cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                              cudaFuncAttributeMaxDynamicSharedMemorySize,
                              static_cast<int>(*bytes));
}

// *bytes: what each of the kernels can have.
template <class View>
cudaError_t prepare_kernels(std::initializer_list<TableauKernel<View>> kernels,
                            int device, std::size_t* bytes) {
  *bytes = SIZE_MAX;
  for (const TableauKernel<View> kernel : kernels) {
    std::size_t own = 0;
    const cudaError_t error = prepare_kernel(kernel, device, &own);
    if (error != cudaSuccess) return error;
    *bytes = std::min(*bytes, own);
  }
  return cudaSuccess;
}

template <class View>
cudaError_t launch_kernel(TableauKernel<View> kernel, const Launch& launch,
                          View view, const TableauPlan& plan,
                          TableauTolerances tol, int limit) {
  void* arguments[] = {&view, &tol, &limit};
  return cudaLaunchCooperativeKernel(
      reinterpret_cast<const void*>(kernel), dim3(plan.blocks),
      dim3(kTableauThreads), arguments, plan.shared_bytes, launch.stream);
}

}  // namespace gpuinv::kernels

#endif
