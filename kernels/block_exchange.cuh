// block_exchange.cuh (device side of block_exchange.hpp)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cuda_runtime.h>

#include "kernels/block_exchange.hpp"

namespace gpuinv::kernels {

// Accesses 16 bytes at once.  Aligned accesses of this size are single on every
// device that we support; since CUDA 12.3 the language guarantees it.
enum class Order { kRelaxed, kRelaxedOfCards, kAcquire, kAcquireOfCards };

// {low, high} := *p; order: of the PTX instruction, which is part of a literal
#define GPUINV_LOAD_WORD(order)                                \
  asm volatile("{ .reg .b128 t; ld." order                     \
               ".global.b128 t, [%2]; mov.b128 {%0, %1}, t; }" \
               : "=l"(low), "=l"(high)                         \
               : "l"(p)                                        \
               : "memory")

template <Order kOrder>
__device__ inline ExchangeWord load_word(const ExchangeWord* p) {
  unsigned long long low, high;
#if CUDART_VERSION >= 12030
  if constexpr (kOrder == Order::kAcquireOfCards) {
    GPUINV_LOAD_WORD("acquire.sys");
  } else if constexpr (kOrder == Order::kRelaxedOfCards) {
    GPUINV_LOAD_WORD("relaxed.sys");
  } else if constexpr (kOrder == Order::kAcquire) {
    GPUINV_LOAD_WORD("acquire.gpu");
  } else {
    GPUINV_LOAD_WORD("relaxed.gpu");
  }
#else
  asm volatile("ld.volatile.global.v2.u64 {%0, %1}, [%2];"
               : "=l"(low), "=l"(high)
               : "l"(p)
               : "memory");
  if constexpr (kOrder == Order::kAcquire) __threadfence();
  if constexpr (kOrder == Order::kAcquireOfCards) __threadfence_system();
#endif
  return {low, static_cast<unsigned>(high), static_cast<unsigned>(high >> 32)};
}

#undef GPUINV_LOAD_WORD

__device__ inline void store_word(ExchangeWord* p, const ExchangeWord& w) {
  const unsigned long long high =
      static_cast<unsigned long long>(w.epoch) << 32 | w.y;
#if CUDART_VERSION >= 12030
  asm volatile(
      "{ .reg .b128 t; mov.b128 t, {%1, %2};"
      " st.relaxed.gpu.global.b128 [%0], t; }" ::"l"(p),
      "l"(w.x), "l"(high)
      : "memory");
#else
  asm volatile("st.volatile.global.v2.u64 [%0], {%1, %2};" ::"l"(p), "l"(w.x),
               "l"(high)
               : "memory");
#endif
}

__device__ inline ExchangeWord make_word(double x, int y) {
  return {static_cast<unsigned long long>(__double_as_longlong(x)),
          static_cast<unsigned>(y), 0};
}
__device__ inline double word_double(const ExchangeWord& w) {
  return __longlong_as_double(static_cast<long long>(w.x));
}
__device__ inline int word_int(const ExchangeWord& w) {
  return static_cast<int>(w.y);
}
__device__ inline float word_float(const ExchangeWord& w) {
  return __uint_as_float(w.y);
}

// Stores a word on any card of this host.
__device__ inline void store_to_card(ExchangeWord* p, const ExchangeWord& w) {
  const unsigned long long high =
      static_cast<unsigned long long>(w.epoch) << 32 | w.y;
#if CUDART_VERSION >= 12030
  asm volatile(
      "{ .reg .b128 t; mov.b128 t, {%1, %2};"
      " st.relaxed.sys.global.b128 [%0], t; }" ::"l"(p),
      "l"(w.x), "l"(high)
      : "memory");
#else
  asm volatile("st.volatile.global.v2.u64 [%0], {%1, %2};" ::"l"(p), "l"(w.x),
               "l"(high)
               : "memory");
#endif
}

__device__ inline void release_fence() {
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
}
__device__ inline void release_to_cards() {
  asm volatile("fence.acq_rel.sys;" ::: "memory");
}

// Whether a wait goes on.  Within one cooperative launch it always does,
// because all blocks are running.
struct Patient {
  static constexpr bool kOfCards = false;
  __device__ bool goes_on() { return true; }
};

// The words of one exchange that a lane has read, from blocks lane, lane+32,
// ...
template <int kCount, int kPerLane>
struct Polled {
  ExchangeWord word[kPerLane][kCount];
};

// Reads the first kCount words of all blocks, by a whole warp, and waits for
// them while `watch` goes on.  Returns a bit, by the first index of `out`, for
// each of the lane's words that did not arrive.
template <Order kOrder, int kCount, int kPerLane, class Watch = Patient>
__device__ inline unsigned poll(const ExchangeWord* words, int blocks,
                                unsigned epoch, Polled<kCount, kPerLane>* out,
                                Watch watch = {}) {
  const int lane = threadIdx.x % kWarpLanes;
  unsigned missing = 0;
#pragma unroll
  for (int t = 0; t < kPerLane; t++) {
    if (lane + t * kWarpLanes < blocks) missing |= 1u << t;
  }
  while (missing != 0) {
#pragma unroll
    for (int t = 0; t < kPerLane; t++) {
      if ((missing >> t & 1) == 0) continue;
#pragma unroll
      for (int c = 0; c < kCount; c++) {
        const ExchangeWord* w = words + c * blocks + lane + t * kWarpLanes;
        out->word[t][c] = c + 1 < kCount ? load_word<Order::kRelaxed>(w)
                                         : load_word<kOrder>(w);
      }
    }
#pragma unroll
    for (int t = 0; t < kPerLane; t++) {
      bool ready = true;
#pragma unroll
      for (int c = 0; c < kCount; c++) {
        ready = ready && out->word[t][c].epoch == epoch;
      }
      if (ready) missing &= ~(1u << t);
    }
    if constexpr (Watch::kOfCards) {
      if (missing != 0 && !watch.goes_on()) break;
    }
  }
  __syncwarp();
  return Watch::kOfCards ? missing : 0;
}

}  // namespace gpuinv::kernels
