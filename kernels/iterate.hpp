// iterate.hpp (simplex iterations in one launch)
// SPDX-License-Identifier: GPL-3.0-or-later

// Up to K pivots of the primal or the dual simplex method in one
// cooperative launch, without the host.  In tableau form a pivot costs two
// exchanges between the blocks and two reads of T0, and there is no barrier of
// the whole grid; in inverse form one, and three exchanges: a row of W has to
// be known to all before they multiply it with their columns of A.
//
// See simplex/tableau.hpp for the mathematics, simplex/rules.hpp for the
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

namespace gpuinv::kernels {

// The kernels of one method in one form.
template <class View>
struct IterationKernels {
  using Kernel = void (*)(View, SimplexTolerances, int);

  Kernel best;               // few blocks, all slices in shared memory
  Kernel shared;             // more blocks, or the columns' slices not
  Kernel global;             // no slices in shared memory
  Kernel vectors = nullptr;  // all of the slices but their factors

  Kernel of(const SimplexPlan& plan) const {
    const bool few = plan.blocks <= kFewPerLane * kWarpLanes;
    if (plan.vectors && few) return vectors;
    return !plan.shared ? global : plan.columns_shared && few ? best : shared;
  }
};

IterationKernels<SimplexView> tableau_primal();
IterationKernels<SimplexView> tableau_dual();
// Rows on several cards.
IterationKernels<SpreadView> spread_primal();
IterationKernels<SpreadView> spread_dual();
IterationKernels<InverseView> inverse_primal();
IterationKernels<InverseView> inverse_dual();

// *bytes: at most what a block of the kernel can have for itself of shared
// memory.  The kernel's static shared memory counts against the same limit.
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

// Before any launch, once per device: *bytes, shared memory that a block of
// each of the kernels can have for itself.
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

// At most `limit` iterations >= 1, at most K pivots; no changes pending.
// The result lies in *view.result when the stream is through, the number of
// its pivots in *view.pending for what comes next in the stream.
// Not cooperative: on a card that several such launches share, all of whose
// blocks it must hold at once.
template <class View>
cudaError_t launch(const IterationKernels<View>& method, const Launch& launch,
                   View view, const SimplexPlan& plan, SimplexTolerances tol,
                   int limit, bool cooperative = true) {
  void* arguments[] = {&view, &tol, &limit};
  const void* kernel = reinterpret_cast<const void*>(method.of(plan));
  const dim3 blocks(plan.blocks), threads(kTableauThreads);
  return cooperative
             ? cudaLaunchCooperativeKernel(kernel, blocks, threads, arguments,
                                           plan.shared_bytes, launch.stream)
             : cudaLaunchKernel(kernel, blocks, threads, arguments,
                                plan.shared_bytes, launch.stream);
}

}  // namespace gpuinv::kernels
