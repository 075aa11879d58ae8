// long_step.cuh (dual steps past the first Harris bound)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "kernels/ratio_test.cuh"
#include "libgpuinv/simplex/rules.hpp"

namespace gpuinv::kernels {

// See simplex/rules.hpp.  All blocks add up by how much each bucket lets the
// rate of the dual objective fall: first 32 parts of all buckets, then the 32
// buckets of the part where the rate would come to zero.  Sums of integers are
// the same in any order.  They continue from step to step, and a block
// remembers what they were before.
constexpr int kPartBits = rules::kBucketBits / 2;
static_assert(1 << kPartBits == kFallParts && rules::kBucketBits % 2 == 0,
              "two levels of the same size");

// Number of flips that the threads process at a time.
constexpr int kFlipBatch = 128;

struct LongStep {
  unsigned long long fall[kFallParts];                 // of this block
  unsigned long long before[kFallLevels][kFallParts];  // of all steps before
  unsigned long long sum;        // of the parts before `part`
  int part;                      // where the rate comes to zero; -1: nowhere
  int passed;                    // flips of all steps
  double least;                  // the first Harris bound
  double fallen;                 // decrease of x_p by all flips of this step
  int first[kMostBlocks + 1];    // number of a block's first flip
  int element[kMostBlocks + 1];  // number of its first element of A
  int place[kFlipBatch];
  double by[kFlipBatch];
  double share[kTableauThreads], product[kMostCapacity];  // of V*z
};

__device__ inline LongStep* long_step_memory() {
  __shared__ LongStep memory;
  return &memory;
}

// Returns the sum of the numbers of the lanes of a warp up to this one.
template <class T>
__device__ inline T sum_up_to(T x) {
  const int lane = threadIdx.x % kWarpLanes;
  for (int o = 1; o < kWarpLanes; o *= 2) {
    const T below = __shfl_up_sync(kAllLanes, x, o);
    if (lane >= o) x += below;
  }
  return x;
}

// To be called before the first iteration; the threads meet afterwards.
__device__ inline void begin_long_steps(const SimplexView& v, LongStep* x) {
  const int t = static_cast<int>(threadIdx.x);
  if (t == 0) x->passed = 0;
  if (t >= kFallLevels * kFallParts) return;
  x->before[t / kFallParts][t % kFallParts] = __ldcg(v.falls + t);
}

__device__ inline int bucket_of(const FirstRatio& ratio, const Slice& c, int j,
                                double least) {
  return rules::step_bucket(ratio.rate(c, j), c.value(j), least);
}

// Adds what this block's candidates contribute: all, or those of one part.
__device__ inline void add_own_falls(const FirstRatio& ratio, const Slice& c,
                                     int level, int part, LongStep* x) {
#pragma unroll 1
  for (int j = threadIdx.x; j < c.priced; j += block_threads()) {
    if (!ratio.candidate(c, j)) continue;
    const int bucket = bucket_of(ratio, c, j, x->least);
    if (level > 0 && bucket >> kPartBits != part) continue;
    const int to = level > 0 ? bucket & (kFallParts - 1) : bucket >> kPartBits;
    atomicAdd(x->fall + to,
              static_cast<unsigned long long>(rules::rate_share(
                  c.line(j), c.lower(j), c.upper(j), ratio.leaving)));
  }
}

// Sets x->part by the sums of all blocks.  Warp 0 calls.
template <class Chooser>
__device__ inline void find_part(const SimplexView& v, Chooser* selector, int k,
                                 int level, LongStep* x) {
  const int lane = static_cast<int>(threadIdx.x);
  unsigned long long* all = v.falls + level * kFallParts + lane;
  if (x->fall[lane] != 0) atomicAdd(all, x->fall[lane]);
  __syncwarp();
  typename Chooser::Answers answers;
  selector->tell({}, {}, k, &answers);
  const unsigned long long now = __ldcg(all);
  const unsigned long long own = now - x->before[level][lane];
  x->before[level][lane] = now;
  const unsigned long long sum = x->sum + sum_up_to(own);
  const unsigned ends = __ballot_sync(kAllLanes, sum >= rules::kWholeRate);
  const int part = __ffs(ends) - 1;
  __syncwarp();
  if (lane == max(part, 0)) x->part = part, x->sum = sum - own;
}

// Returns the number of buckets that are passed; 0: none, or all.  All threads
// call, after a ratio test.  The record of its choice stays in its place: two
// exchanges without records follow, and the next one with records uses the
// other place.
template <class Block>
__device__ inline int buckets_passed(Block& b, const FirstRatio& ratio,
                                     LongStep* x) {
  if (threadIdx.x == 0) x->least = reached_memory()->longest, x->sum = 0;
  int part = 0, bucket = 0;
#pragma unroll 1
  for (int level = 0; level < kFallLevels; level++) {
    if (threadIdx.x < kFallParts) x->fall[threadIdx.x] = 0;
    __syncthreads();
    add_own_falls(ratio, b.columns, level, part, x);
    __syncthreads();
    if (threadIdx.x < kWarpLanes) {
      find_part(b.t, &b.selector, b.k, level, x);
    }
    __syncthreads();
    if (b.lost()) return 0;
    part = x->part;
    bucket = bucket << kPartBits | part;
  }
  return max(bucket, 0);
}

// Sets s->second to the pivot behind the buckets that are passed and returns
// their number.  Returns 0 and leaves it as before if that pivot were poor.
template <class Block>
__device__ inline int lengthen(Block& b, const FirstRatio& ratio, LongStep* x) {
  const int passed = buckets_passed(b, ratio, x);
  if (passed == 0) return 0;
  const auto& c = b.columns;
#pragma unroll 1
  for (int j = threadIdx.x; j < c.priced; j += block_threads()) {
    if (bucket_of(ratio, c, j, x->least) >= passed) continue;
    c.relaxed(j) = rules::kInfinity;
    c.mark(j) = static_cast<float>(rules::kInfinity);
  }
  b.ratio_test(c, LaterRatio{ratio});
  if (b.lost()) return 0;
  const Choice& column = b.s->second;
  if (column.index >= 0 &&
      !(fabs(column.element) < rules::kLongStepPivot * column.most)) {
    return passed;
  }
#pragma unroll 1
  for (int j = threadIdx.x; j < c.priced; j += block_threads()) {
    ratio.mark(c, j);
  }
  b.ratio_test(c, ratio);
  return 0;
}

__device__ inline bool flips(const FirstRatio& ratio, const Slice& c, int j,
                             int passed, double step, double least) {
  return ratio.candidate(c, j) && bucket_of(ratio, c, j, least) < passed &&
         rules::dual_passed(ratio.rate(c, j), c.value(j), step);
}

// Finds where the lists of all blocks begin, and by how much they move x_p.
template <int kPerLane>
__device__ inline void number_flips(const Polled<2, kPerLane>& answers,
                                    int blocks, LongStep* x) {
  const int lane = static_cast<int>(threadIdx.x);
  int flips = 0, elements = 0;
  double fallen = 0.0;
#pragma unroll
  for (int t = 0; t < kPerLane; t++) {
    const int block = lane + t * kWarpLanes;
    const bool there = block < blocks;
    const int own = there ? word_int(answers.word[t][0]) : 0;
    const int own_elements = there ? word_int(answers.word[t][1]) : 0;
    const int end = flips + sum_up_to(own);
    const int end_element = elements + sum_up_to(own_elements);
    if (there) {
      x->first[block + 1] = end;
      x->element[block + 1] = end_element;
      fallen += word_double(answers.word[t][0]);
    }
    flips = __shfl_sync(kAllLanes, end, kWarpLanes - 1);
    elements = __shfl_sync(kAllLanes, end_element, kWarpLanes - 1);
  }
  fallen = add_lanes(fallen, kWarpLanes);
  if (lane == 0) {
    x->first[0] = x->element[0] = 0;
    x->fallen = fallen;
  }
}

// Sends variables of this block that are passed to their other bounds and lists
// them; afterwards all blocks know all lists.  Warp 0 calls.
template <class Block>
__device__ inline void list_flips(Block& b, const FirstRatio& ratio, int passed,
                                  LongStep* x) {
  const auto& c = b.columns;
  const Choice& column = b.s->second;
  const double step = rules::step_over(fmax(column.gap, 0.0), column.element);
  const int lane = static_cast<int>(threadIdx.x);
  Flip* list =
      b.t.flips + blockIdx.x * static_cast<std::size_t>(b.t.columns.per_block);
  int total = 0, elements = 0;
  double fallen = 0.0;
#pragma unroll 1
  for (int base = 0; base < c.priced; base += kWarpLanes) {
    const int j = base + lane;
    const bool own = j < c.priced && c.first + j != column.index &&
                     flips(ratio, c, j, passed, step, x->least);
    const unsigned all = __ballot_sync(kAllLanes, own);
    if (all == 0) continue;
    const int count = own ? count_of(c, j) : 0;
    const int end = elements + sum_up_to(count);
    if (own) {
      const double range = c.upper(j) - c.lower(j);
      const bool up = c.at(j) == rules::kAtLower;
      const double by = up ? range : -range;
      list[total + __popc(all & ((1u << lane) - 1))] = {
          by, c.first + j, begin_of(c, j), count, end - count};
      c.at(j) = up ? rules::kAtUpper : rules::kAtLower;
      fallen += by * c.line(j);
    }
    total += __popc(all);
    elements = __shfl_sync(kAllLanes, end, kWarpLanes - 1);
  }
  fallen = add_lanes(fallen, kWarpLanes);
  typename Block::Answers answers;
  b.selector.tell(make_word(fallen, total), make_word(0.0, elements), b.k,
                  &answers);
  number_flips(answers, b.t.blocks, x);
}

// Returns the block whose list has this number.
__device__ inline int block_of(const int* first, int blocks, int number) {
  int low = 0, high = blocks;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (first[middle] <= number) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

__device__ inline const Flip* list_of(const SimplexView& v, int block) {
  return v.flips + block * static_cast<std::size_t>(v.columns.per_block);
}

}  // namespace gpuinv::kernels
