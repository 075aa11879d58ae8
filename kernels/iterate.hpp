// iterate.hpp (simplex iterations in one launch)
// SPDX-License-Identifier: GPL-3.0-or-later

// Does up to K pivots of the primal or the dual simplex method in one
// cooperative launch, without the host.  In tableau form a pivot takes two
// exchanges between the blocks and two reads of T0, without a barrier of the
// grid.  In inverse form it takes three exchanges, one of which is a barrier:
// all blocks need a row of W before they multiply it by their columns of A.
// What several cards exchange in addition is in spread_view.hpp.
// simplex/tableau.hpp explains the mathematics, simplex/rules.hpp the
// decisions.

#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "kernels/inverse_view.hpp"
#include "kernels/launch.hpp"
#include "kernels/simplex_plan.hpp"
#include "kernels/simplex_view.hpp"
#include "kernels/spread_view.hpp"
#include "libgpuinv/simplex/tableau.hpp"

namespace gpuinv::kernels {

// The kernels of one method in one form.
template <class View>
struct IterationKernels {
  using Kernel = void (*)(View, SimplexTolerances, int);

  Kernel best;               // few blocks, all slices in shared memory
  Kernel shared;             // more blocks, or columns' slices in global memory
  Kernel global;             // no slices in shared memory
  Kernel vectors = nullptr;  // all but the factors in shared memory

  Kernel of(const SimplexPlan& plan) const {
    const bool few = plan.blocks <= kFewPerLane * kWarpLanes;
    if (plan.vectors && few) return vectors;
    return !plan.shared ? global : plan.columns_shared && few ? best : shared;
  }
};

IterationKernels<SimplexView> tableau_primal();
IterationKernels<SimplexView> tableau_dual(Steps steps);
// The same with rows on several cards.
IterationKernels<SpreadView> spread_primal();
IterationKernels<SpreadView> spread_dual(Steps steps);
IterationKernels<InverseView> inverse_primal();
IterationKernels<InverseView> inverse_dual(Steps steps);
IterationKernels<SpreadInverseView> spread_inverse_primal();
IterationKernels<SpreadInverseView> spread_inverse_dual(Steps steps);

// Sets *bytes to at most the dynamic shared memory of a block of the kernel,
// whose static shared memory counts against the same limit.
template <class Kernel>
cudaError_t prepare_kernel(Kernel kernel, int device, std::size_t* bytes) {
  int most = 0;
  cudaError_t error = cudaDeviceGetAttribute(
      &most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  if (error != cudaSuccess) return error;
  cudaFuncAttributes own;
  error = cudaFuncGetAttributes(&own, reinterpret_cast<const void*>(kernel));
  if (error != cudaSuccess) return error;
  const std::size_t room = static_cast<std::size_t>(most) - own.sharedSizeBytes;
  *bytes = std::min(*bytes, room);
  return cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                              cudaFuncAttributeMaxDynamicSharedMemorySize,
                              static_cast<int>(room));
}

// Call it before any launch, once per device.  *bytes is set to the shared
// memory that a block of each of the kernels can have.
template <class View>
cudaError_t prepare(std::initializer_list<IterationKernels<View>> methods,
                    int device, std::size_t* bytes) {
  *bytes = SIZE_MAX;
  for (const IterationKernels<View>& m : methods) {
    const auto kernels = {m.best, m.shared, m.global, m.vectors};
    for (const auto kernel : kernels) {
      if (kernel == nullptr) continue;
      const cudaError_t error = prepare_kernel(kernel, device, bytes);
      if (error != cudaSuccess) return error;
    }
  }
  return cudaSuccess;
}

// Queues at most `limit` >= 1 iterations with at most K pivots; no changes may
// be pending.  After the stream was synchronized, the result is in
// *view.result; the number of its pivots is in *view.pending for later work in
// the stream. cooperative = false is for a card that several such launches
// share; it must have room for all their blocks at once.
template <class View>
cudaError_t launch(const IterationKernels<View>& method, const Launch& launch,
                   View view, const SimplexPlan& plan, SimplexTolerances tol,
                   int limit, bool cooperative = true) {
  void* arguments[] = {&view, &tol, &limit};
  const void* kernel = reinterpret_cast<const void*>(method.of(plan));
  const dim3 blocks(plan.blocks), threads(plan.threads);
  return cooperative
             ? cudaLaunchCooperativeKernel(kernel, blocks, threads, arguments,
                                           plan.shared_bytes, launch.stream)
             : cudaLaunchKernel(kernel, blocks, threads, arguments,
                                plan.shared_bytes, launch.stream);
}

}  // namespace gpuinv::kernels
