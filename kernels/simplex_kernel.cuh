// simplex_kernel.cuh (the loop of iterations in a launch)
// SPDX-License-Identifier: GPL-3.0-or-later

// An iteration runs once through most of this code, much of it in one warp
// while all others wait.  After the exchanges, the number of instructions
// matters most.  So loops that seldom run twice are not unrolled, lanes are
// powers of two, and 1/alpha is computed once.

#pragma once

#include "kernels/pivot_select.cuh"
#include "kernels/simplex_sketch.cuh"

namespace gpuinv::kernels {

// The common part of the methods: the block, which is a SimplexBlock of one
// form, and counts.  A method adds mark(i), which sets the price of item i, and
// iterate(), which goes on from the first choice and returns a SimplexStop.
template <class Form>
class SimplexMethod {
 public:
  using Block = Form;

  __device__ SimplexMethod(const typename Block::View& v,
                           const SimplexTolerances& tol, char* memory,
                           Selection* s, typename Block::Shared* x)
      : b(v, tol, memory, s, x) {}

  // Returns the number of flips by long steps, on the first thread.
  __device__ int passed() const { return 0; }

  Block b;
  int flips = 0, degenerate = 0;
};

// Iterates until one iteration stops, or `limit` pivots and flips or K pivots
// were done.  Returns the reason.
template <class Method>
__device__ inline int run_iterations(Method& m, int limit) {
  __syncthreads();  // the slices are loaded
  measure_sketches(m.b.priced(), [&m](int i) { m.mark(i); });
  int stop = kStopBudget;
  for (;;) {
    m.b.price();
    if (m.b.lost()) stop = kStopLost;
    if (stop != kStopBudget) break;
    if (m.b.k + m.flips >= limit) break;
    if (m.b.s->first.index < 0) stop = kStopOptimal;
    if (stop != kStopBudget || m.b.k >= m.b.t.capacity) break;
    stop = m.iterate();
    if (stop != kStopBudget) break;
  }
  __syncthreads();
  return stop;
}

template <class Method>
__global__ void __launch_bounds__(kTableauThreads, 1)
    iterate(const __grid_constant__ typename Method::Block::View v,
            const __grid_constant__ SimplexTolerances tol, int limit) {
  extern __shared__ double memory[];
  __shared__ Selection selection;
  __shared__ typename Method::Block::Shared shared;
  Method m(v, tol, reinterpret_cast<char*>(memory), &selection, &shared);
  const int stop = run_iterations(m, limit);
  m.b.finish(stop, m.flips, m.degenerate, m.passed());
}

}  // namespace gpuinv::kernels
