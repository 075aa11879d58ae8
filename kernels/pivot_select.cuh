// pivot_select.cuh (choice of pivot column and row by all blocks)
// SPDX-License-Identifier: GPL-3.0-or-later

// Every block finds its best candidate, tells it to the others, and reduces all
// candidates in the same order, so all blocks make the same choice.  One warp
// does this; a candidate costs one exchange.

#pragma once

#include "kernels/selection.cuh"
#include "kernels/warp_pick.cuh"
#include "libgpuinv/simplex/rules.hpp"

namespace gpuinv::kernels {

// Returns gap/|a| or a little less; the margin covers rounding of the product.
__device__ inline float round_step_down(double gap, double a) {
  if (gap == rules::kInfinity) return static_cast<float>(gap);
  const double step = rules::step_over(gap, a);
  return __double2float_rd(step - 1e-15 * fabs(step));
}

// kPerLane: blocks that a lane reads, enough for all blocks.
template <int kPerLane>
class Selector {
 public:
  using View = SimplexView;
  using Answers = Polled<2, kPerLane>;

  __device__ Selector(const SimplexView& v, Selection* s)
      : v_(v), s_(s), epoch_(*v.epoch) {}

  __device__ void keep_epochs() const { *v_.epoch = epoch_; }
  // Takes over the exchanges of a copy of this one.
  __device__ void follow(const Selector& copy) { epoch_ = copy.epoch_; }
  __device__ bool lost() const { return false; }
  __device__ void lose() const { s_->lost = 1; }
  __device__ Patient watch() const { return {}; }
  // Distance between words of the records of the first and the second choice.
  __device__ int first_stride() const { return v_.blocks; }
  __device__ int second_stride() const { return v_.blocks; }
  // Makes earlier writes of this block visible to all blocks after the next
  // second exchange.
  __device__ void release() const { release_fence(); }
  // Publishes number `lane` of the first choice's sketch.
  __device__ void tell_sketch(int lane, float x) const {
    v_.chosen_sketch[lane] = x;
  }

  // s->first := the largest mark of all.  Warp 0 calls.
  template <class Own>
  __device__ void price(const Own& own, int k) {
    float best = 0.0f;
    price_blocks(own, k, &best, Patient{});
  }

  // Harris' two passes.  The first needs the least relaxed step of all blocks,
  // the second the largest element within that step.  A block offers its best
  // element within its own least step, together with its least exact step.  If
  // the offer is not valid for the common step, but the exact step would be, a
  // second exchange settles it.  Warp 0 calls.
  template <class Own, class Ratio>
  __device__ void ratio_test(const Own& own, const Ratio& ratio, int k) {
    Reach reach = measure(own);
    ratio_test_blocks(own, ratio, k, &reach, Patient{});
  }

  // Makes earlier writes of this block visible to all blocks.  Warp 0 calls.
  __device__ void barrier(int) { barrier_of_blocks(Patient{}); }

  // The same barrier, at which all blocks tell each other two words.
  __device__ void tell(const ExchangeWord& a, const ExchangeWord& b, int,
                       Answers* answers) {
    tell_blocks(a, b, answers, Patient{});
  }

 protected:
  using Heads = Polled<kHeadWords, kPerLane>;

  // The candidate of a block; index < 0: none.
  struct Offer {
    int index, block;
  };
  // The least relaxed step, the least exact step (rounded down), and the
  // largest element.
  struct Reach {
    double longest;
    float least, most;
  };

  static __device__ int lane() { return threadIdx.x % kWarpLanes; }
  __device__ ExchangeWord* words() const {
    return v_.slots +
           (epoch_ & 1) * static_cast<std::size_t>(v_.blocks) * kBlockWords;
  }

  template <class Watch>
  __device__ unsigned barrier_of_blocks(Watch watch) {
    release_fence();
    epoch_++;
    ExchangeWord w{};
    w.epoch = epoch_;
    if (lane() == 0) store_word(words() + blockIdx.x, w);
    Polled<1, kPerLane> polled;
    return poll<Order::kAcquire>(words(), v_.blocks, epoch_, &polled, watch);
  }

  template <class Watch>
  __device__ unsigned tell_blocks(const ExchangeWord& a, const ExchangeWord& b,
                                  Answers* answers, Watch watch) {
    release_fence();
    epoch_++;
    ExchangeWord w = lane() == 0 ? a : b;
    w.epoch = epoch_;
    if (lane() < 2) store_word(words() + lane() * v_.blocks + blockIdx.x, w);
    return poll<Order::kAcquire>(words(), v_.blocks, epoch_, answers, watch);
  }

  // Sets s->first and its mark *top for the blocks of this card.  Returns bits
  // of the lane's blocks that did not answer.
  template <class Own, class Watch>
  __device__ unsigned price_blocks(const Own& own, int k, float* top,
                                   Watch watch) {
    float best = 0.0f;
    int item = -1;
#pragma unroll 1
    for (int i = lane(); i < own.priced; i += kWarpLanes) {
      if (own.mark(i) > best) best = own.mark(i), item = i;
    }
    item = warp_pick(&best, item);
    const ExchangeWord head[kHeadWords] = {
        make_word(best, item < 0 ? -1 : own.first + item), {}, {}};
    publish(head, own, item, k);
    Polled<1, kPerLane> polled;
    const unsigned missing =
        poll<Order::kRelaxed>(words(), v_.blocks, epoch_, &polled, watch);
    *top = pick_price(polled, v_.blocks, words(), epoch_);
    return missing;
  }

  // s->first := the best of so many offers; returns its mark.
  template <int kEach>
  __device__ float pick_price(const Polled<1, kEach>& polled, int count,
                              const ExchangeWord* words, unsigned epoch) const {
    float best = 0.0f;
    Offer own_best{-1, 0};
#pragma unroll
    for (int t = 0; t < kEach; t++) {
      const int block = lane() + t * kWarpLanes;
      if (block >= count) continue;
      const float score = static_cast<float>(word_double(polled.word[t][0]));
      if (!(score > best)) continue;
      best = score, own_best = {word_int(polled.word[t][0]), block};
    }
    const int index = warp_pick(&best, own_best.index);
    choose(index, own_best, words, epoch, &s_->first);
    return best;
  }

  template <class Own>
  __device__ Reach measure(const Own& own) const {
    double longest = rules::kInfinity, least = rules::kInfinity;
    float most = 0.0f;
#pragma unroll 1
    for (int i = lane(); i < own.priced; i += kWarpLanes) {
      longest = own.relaxed(i) < longest ? own.relaxed(i) : longest;
      least = own.mark(i) < least ? own.mark(i) : least;
      most = fmaxf(most, static_cast<float>(fabs(own.line(i))));
    }
    longest = warp_min(longest);
    least = warp_min(least);
    most = __uint_as_float(warp_max(__float_as_uint(most)));
    return {longest, __double2float_rd(least), most};
  }

  // Sets s->second for the blocks of this card; *reach changes from the block's
  // own to that of all.  Returns bits of the lane's blocks that did not answer.
  template <class Own, class Ratio, class Watch>
  __device__ unsigned ratio_test_blocks(const Own& own, const Ratio& ratio,
                                        int k, Reach* reach, Watch watch) {
    const float own_most = reach->most;
    offer(own, ratio, *reach, k);
    Heads polled;
    unsigned missing =
        poll<Order::kAcquire>(words(), v_.blocks, epoch_, &polled, watch);
    reach->longest = common_longest(polled, v_.blocks);
    const bool settled = settle<Ratio::kLong>(polled, v_.blocks, words(),
                                              epoch_, reach->longest);
    if constexpr (Watch::kOfCards) reach->least = common_least(polled);
    if (!settled && missing == 0) {
      const Reach again{reach->longest, static_cast<float>(rules::kInfinity),
                        own_most};
      offer(own, ratio, again, k);
      missing =
          poll<Order::kAcquire>(words(), v_.blocks, epoch_, &polled, watch);
      settle<Ratio::kLong>(polled, v_.blocks, words(), epoch_, again.longest);
    }
    return missing;
  }

  // Sets s->second for the blocks of this card within a given step.
  template <class Own, class Ratio, class Watch>
  __device__ unsigned ratio_test_within(const Own& own, const Ratio& ratio,
                                        int k, double longest, float most,
                                        Watch watch) {
    const Reach reach{longest, static_cast<float>(rules::kInfinity), most};
    offer(own, ratio, reach, k);
    Heads polled;
    const unsigned missing =
        poll<Order::kAcquire>(words(), v_.blocks, epoch_, &polled, watch);
    settle<Ratio::kLong>(polled, v_.blocks, words(), epoch_, longest);
    return missing;
  }

  // index: that of the best offer; the lane that has it returns true.
  __device__ bool choose(int index, const Offer& own, const ExchangeWord* words,
                         unsigned epoch, Choice* choice) const {
    if (lane() == 0) choice->index = index, choice->epoch = epoch;
    const bool chosen = index >= 0 && own.index == index;
    if (chosen) choice->words = words + own.block;
    return chosen;
  }

  // Starts the next exchange.
  template <class Own>
  __device__ void publish(const ExchangeWord (&head)[kHeadWords],
                          const Own& own, int item, int k) {
    epoch_++;
    if (lane() >= kBlockWords) return;
    ExchangeWord w = word_of(head, own, item, k);
    w.epoch = epoch_;
    store_word(words() + lane() * v_.blocks + blockIdx.x, w);
  }

  // Returns the lane's word, without the epoch.
  template <class Own>
  __device__ ExchangeWord word_of(const ExchangeWord (&head)[kHeadWords],
                                  const Own& own, int item, int k) const {
    ExchangeWord w{};
    if (lane() == 0) w = head[0];
    if (lane() == 1) w = head[1];
    if (lane() == 2) w = head[2];
    if (item >= 0) {
      if (lane() == 3) w = make_word(own.lower(item), own.id(item));
      if (lane() == 4) {
        w = make_word(own.upper(item), own.at(item));
      }
      if (lane() == 5) w = make_word(own.value(item), begin_of(own, item));
      if (lane() == 6) {
        w = make_word(newest_factor(own, item, k), count_of(own, item));
      }
    }
    return w;
  }

  template <class Own, class Ratio>
  __device__ void offer(const Own& own, const Ratio& ratio, const Reach& reach,
                        int k) {
    const double longest = reach.longest;
    double size = 0.0;
    int item = -1;
    if (longest < rules::kInfinity) {
#pragma unroll 1
      for (int i = lane(); i < own.priced; i += kWarpLanes) {
        if (own.mark(i) > longest) continue;  // its exact step is longer yet
        const double x = ratio.size(own, i, longest);
        if (x > size) size = x, item = i;
      }
    }
    item = warp_pick(&size, item);
    const bool any = item >= 0;
    const double element = any ? own.line(item) : 0.0;
    const double gap = any ? ratio.gap(own, item) : rules::kInfinity;
    int index = any ? own.first + item : -1;
    if constexpr (Ratio::kLong) {
      if (any && ratio.goes_on(own, item)) index |= kGoesOn;
    }
    const ExchangeWord head[kHeadWords] = {
        make_word(longest, index),
        make_word(element, __float_as_int(reach.most)),
        make_word(gap, __float_as_int(reach.least))};
    publish(head, own, item, k);
  }

  template <int kEach>
  __device__ double common_longest(const Polled<kHeadWords, kEach>& polled,
                                   int count) const {
    double longest = rules::kInfinity;
#pragma unroll
    for (int t = 0; t < kEach; t++) {
      if (lane() + t * kWarpLanes >= count) continue;
      const double x = word_double(polled.word[t][0]);
      longest = x < longest ? x : longest;
    }
    return warp_min(longest);
  }

  __device__ float common_least(const Heads& polled) const {
    double least = rules::kInfinity;
#pragma unroll
    for (int t = 0; t < kPerLane; t++) {
      if (lane() + t * kWarpLanes >= v_.blocks) continue;
      const double x = word_float(polled.word[t][2]);
      least = x < least ? x : least;
    }
    return static_cast<float>(warp_min(least));
  }

  // s->second := the best valid offer.  Returns false if an offer that is not
  // valid may hide a better one.  kLong: index bits say where steps go on.
  template <bool kLong, int kEach>
  __device__ bool settle(const Polled<kHeadWords, kEach>& polled, int count,
                         const ExchangeWord* words, unsigned epoch,
                         double longest) {
    double size = 0.0, element = 0.0, gap = rules::kInfinity;
    Offer own{-1, 0};
    float most = 0.0f;
    bool hidden = false, goes_on = false;
#pragma unroll
    for (int t = 0; t < kEach; t++) {
      const int block = lane() + t * kWarpLanes;
      if (block >= count) continue;
      const ExchangeWord(&w)[kHeadWords] = polled.word[t];
      most = fmaxf(most, word_float(w[1]));
      const double a = word_double(w[1]), g = word_double(w[2]);
      const bool holds = word_int(w[0]) >= 0 && g <= longest * fabs(a);
      if (!holds && word_float(w[2]) <= longest) hidden = true;
      if (!holds || !(fabs(a) > size)) continue;
      size = fabs(a), element = a, gap = g, own = {word_int(w[0]), block};
      if constexpr (kLong) {
        goes_on = (own.index & kGoesOn) != 0;
        own.index &= ~kGoesOn;
      }
    }
    if (longest == rules::kInfinity) hidden = false;
    const int index = warp_pick(&size, own.index);
    most = __uint_as_float(warp_max(__float_as_uint(most)));
    if (choose(index, own, words, epoch, &s_->second)) {
      s_->second.element = element;
      s_->second.gap = gap;
      if constexpr (kLong) reached_memory()->goes_on = goes_on;
    }
    if (lane() == 0) s_->second.most = most;
    if constexpr (kLong) {
      if (lane() == 0) reached_memory()->longest = longest;
    }
    return !__any_sync(kAllLanes, hidden);
  }

  const SimplexView& v_;
  Selection* s_;
  unsigned epoch_;
};

template <class Watch = Patient>
__device__ inline ExchangeWord wait_for_word(const ExchangeWord* p,
                                             unsigned epoch, Watch watch = {}) {
  ExchangeWord w = load_word<Order::kRelaxed>(p);
  while (w.epoch != epoch && watch.goes_on()) {
    w = load_word<Order::kRelaxed>(p);
  }
  return w;
}

// Reads the record of a choice, by the first four of the calling threads; the
// newest of its factors is stored in *latest unless that is null.  Returns
// false on a thread that waited in vain.
template <class Watch = Patient>
__device__ inline bool read_record(const Choice& choice, int blocks, int thread,
                                   Record* record, double* latest,
                                   Watch watch = {}) {
  if (thread < 0 || thread >= kRecordWords) return true;
  const ExchangeWord w = wait_for_word(
      choice.words + (kHeadWords + thread) * blocks, choice.epoch, watch);
  const double x = word_double(w);
  if (thread == 0) record->lower = x, record->id = word_int(w);
  if (thread == 1) record->upper = x, record->at = word_int(w);
  if (thread == 2) record->value = x, record->begin = word_int(w);
  if (thread == 3) record->count = word_int(w);
  if (thread == 3 && latest != nullptr) *latest = x;
  return w.epoch == choice.epoch;
}

}  // namespace gpuinv::kernels
