// spread_select.cuh (choice of pivot column and row by blocks of all cards)
// SPDX-License-Identifier: GPL-3.0-or-later

// See spread_view.hpp.  Columns are the same on all cards, so each card chooses
// them for itself.  In both methods the second exchange of an iteration is
// among all cards, and orders what was written before the last one.  In the
// dual method, where it chooses columns, it also keeps the owner of the pivot
// row from changing that row before all have read it.

#pragma once

#include "kernels/pivot_select.cuh"
#include "kernels/spread_view.hpp"

namespace gpuinv::kernels {

// Waits until its patience ends, or until another wait has ended that way.
class Watchdog {
 public:
  static constexpr bool kOfCards = true;

  __device__ explicit Watchdog(const SpreadView& v) : v_(v) {}

  __device__ bool goes_on() {
    if (++rounds_ % kRoundsPerLook != 0) return true;
    if (*static_cast<volatile unsigned*>(&v_.lost->flag) != 0) return false;
    unsigned long long now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    if (begin_ == 0) begin_ = now;
    return now - begin_ <= v_.patience;
  }

 private:
  // Some 0.2 ms, because a look reads memory of the host.
  static constexpr unsigned kRoundsPerLook = 256;

  const SpreadView& v_;
  unsigned rounds_ = 0;
  unsigned long long begin_ = 0;
};

template <int kPerLane, bool kRowsFirst>
class SpreadSelector : public Selector<kPerLane> {
  using Base = Selector<kPerLane>;

 public:
  using View = SpreadView;
  using typename Base::Answers;

  __device__ SpreadSelector(const SpreadView& v, Selection* s)
      : Base(v.t, s), all_(v), card_epoch_(*v.epoch), line_epoch_(card_epoch_) {
    if (threadIdx.x == 0) s->lost = 0, s->waited = 0;
  }

  __device__ void keep_epochs() const {
    Base::keep_epochs();
    *all_.epoch = card_epoch_;
    all_.lost->waited[all_.card] = s_->waited;
  }
  __device__ void follow(const SpreadSelector& copy) {
    Base::follow(copy);
    card_epoch_ = copy.card_epoch_;
  }
  __device__ bool lost() const { return s_->lost != 0; }
  // Ends the waits of all cards, and the run (see SpreadTableau).
  __device__ void lose() const {
    __threadfence_system();
    *static_cast<volatile unsigned*>(&all_.lost->flag) = 1;
    s_->lost = 1;
  }
  __device__ Watchdog watch() const { return Watchdog(all_); }
  __device__ int first_stride() const {
    return kRowsFirst ? all_.cards : v_.blocks;
  }
  __device__ int second_stride() const {
    return kRowsFirst ? v_.blocks : all_.cards;
  }
  // The sketch goes to other cards.
  __device__ void release() const {
    if constexpr (kRowsFirst) {
      release_to_cards();
    } else {
      release_fence();
    }
  }
  __device__ void tell_sketch(int lane, float x) const {
    if constexpr (kRowsFirst) {
      for (int c = 0; c < all_.cards; c++) all_.chosen_sketch[c][lane] = x;
    } else {
      Base::tell_sketch(lane, x);
    }
  }

  // Tells the other cards this card's part of the pivot row, own.line.  They
  // have read what they were told last: in every iteration all cards have an
  // exchange, in which a card tells something only after all its blocks have
  // come there.  All threads call.
  __device__ void tell_line(const Slice& own) {
    line_epoch_++;
    for (int i = threadIdx.x; i < own.count; i += block_threads()) {
      ExchangeWord w = make_word(own.line(i), 0);
      w.epoch = line_epoch_;
      for (int c = 0; c < all_.cards; c++) {
        if (c != all_.card) store_to_card(all_.line[c] + own.first + i, w);
      }
    }
  }
  // all.line := the pivot row, of which items begin, ..., end-1 are this card's
  // part.  All threads call, after tell_line; false: a card does not answer.
  __device__ bool hear_line(const Slice& all, int begin, int end, int k) {
    const ExchangeWord* told = all_.line[all_.card] + all.first;
    for (int i = threadIdx.x; i < all.count; i += block_threads()) {
      if (i >= begin && i < end) continue;
      ExchangeWord w = load_word<Order::kRelaxedOfCards>(told + i);
      for (Watchdog dog = watch(); w.epoch != line_epoch_ && dog.goes_on();) {
        w = load_word<Order::kRelaxedOfCards>(told + i);
      }
      all.line(i) = word_double(w);
      if (w.epoch == line_epoch_) continue;
      give_up({line_epoch_, w.epoch, kWaitLine, all.first + i, k, 0});
      break;
    }
    __syncthreads();
    return !lost();
  }

  template <class Own>
  __device__ void price(const Own& own, int k) {
    float best = 0.0f;
    if (!all_there(Base::price_blocks(own, k, &best, watch()), k)) return;
    if constexpr (kRowsFirst) {
      __syncwarp();
      const int index = s_->first.index;
      tell_cards({make_word(best, index), {}, {}}, own, index, k);
      Polled<1, 1> heard;
      if (!hear_cards(&heard, k)) return;
      Base::pick_price(heard, all_.cards, card_words(all_.card), card_epoch_);
    }
  }

  // Both are among the blocks of this card.
  __device__ void barrier(int k) {
    all_there(Base::barrier_of_blocks(watch()), k);
  }
  __device__ void tell(const ExchangeWord& a, const ExchangeWord& b, int k,
                       Answers* answers) {
    all_there(Base::tell_blocks(a, b, answers, watch()), k);
  }

  template <class Own, class Ratio>
  __device__ void ratio_test(const Own& own, const Ratio& ratio, int k) {
    auto reach = Base::measure(own);
    const float most = reach.most;
    if (!all_there(Base::ratio_test_blocks(own, ratio, k, &reach, watch()),
                   k)) {
      return;
    }
    if constexpr (kRowsFirst) {
      release_and_tell({{}, {}, {}}, own, -1, k);
      Polled<1, 1> heard;
      hear_cards(&heard, k);
    } else {
      ratio_test_cards(own, ratio, k, reach, most);
    }
  }

 private:
  using Base::lane, Base::s_, Base::v_;
  using Heads = Polled<kHeadWords, 1>;

  static __device__ bool is_teller(int item, int count, int index) {
    return index < 0 ? blockIdx.x == 0 : item >= 0 && item < count;
  }
  // Returns what card c was told in the current exchange.
  __device__ ExchangeWord* card_words(int c) const {
    return all_.words[c] + (card_epoch_ & 1) *
                               static_cast<std::size_t>(all_.cards) *
                               kBlockWords;
  }

  // Starts the next exchange between cards: the block that has the card's
  // choice, or the first block, tells all cards.
  template <class Own>
  __device__ void tell_cards(const ExchangeWord (&head)[kHeadWords],
                             const Own& own, int index, int k) {
    card_epoch_++;
    const int item = index - own.first;
    if (!is_teller(item, own.count, index)) return;
    if (lane() >= kBlockWords) return;
    ExchangeWord w = Base::word_of(head, own, index < 0 ? -1 : item, k);
    w.epoch = card_epoch_;
    for (int c = 0; c < all_.cards; c++) {
      store_to_card(card_words(c) + lane() * all_.cards + all_.card, w);
    }
  }
  // Makes visible to all cards what the card's blocks have released to this
  // one.
  template <class Own>
  __device__ void release_and_tell(const ExchangeWord (&head)[kHeadWords],
                                   const Own& own, int index, int k) {
    if (is_teller(index - own.first, own.count, index)) release_to_cards();
    tell_cards(head, own, index, k);
  }

  template <int kCount>
  __device__ bool hear_cards(Polled<kCount, 1>* heard, int k) {
    const long long begin = clock64();
    const unsigned missing = poll<Order::kAcquireOfCards>(
        card_words(all_.card), all_.cards, card_epoch_, heard, watch());
    if (lane() == 0) s_->waited += clock64() - begin;
    if (!__any_sync(kAllLanes, missing != 0)) return true;
    give_up(missing, kWaitCards, card_words(all_.card), card_epoch_, k);
    return false;
  }

  // Harris' two passes over the cards, as over blocks.
  template <class Own, class Ratio, class Reach>
  __device__ void ratio_test_cards(const Own& own, const Ratio& ratio, int k,
                                   const Reach& reach, float own_most) {
    offer_of_card(own, reach, k);
    Heads heard;
    if (!hear_cards(&heard, k)) return;
    const double longest = Base::common_longest(heard, all_.cards);
    if (Base::template settle<Ratio::kLong>(
            heard, all_.cards, card_words(all_.card), card_epoch_, longest)) {
      return;
    }
    if (!all_there(
            Base::ratio_test_within(own, ratio, k, longest, own_most, watch()),
            k)) {
      return;
    }
    offer_of_card(
        own, Reach{longest, static_cast<float>(rules::kInfinity), reach.most},
        k);
    if (!hear_cards(&heard, k)) return;
    Base::template settle<Ratio::kLong>(
        heard, all_.cards, card_words(all_.card), card_epoch_, longest);
  }

  template <class Own, class Reach>
  __device__ void offer_of_card(const Own& own, const Reach& reach, int k) {
    __syncwarp();
    const Choice& best = s_->second;
    const bool any = best.index >= 0;
    const ExchangeWord head[kHeadWords] = {
        make_word(reach.longest, best.index),
        make_word(any ? best.element : 0.0, __float_as_int(reach.most)),
        make_word(any ? best.gap : rules::kInfinity,
                  __float_as_int(reach.least))};
    release_and_tell(head, own, best.index, k);
    __syncwarp();
  }

  __device__ bool all_there(unsigned missing, int k) {
    if (!__any_sync(kAllLanes, missing != 0)) return true;
    give_up(missing, kWaitBlocks, Base::words(), Base::epoch_, k);
    return false;
  }

  // The first of the lanes for which a word is missing gives up.
  __device__ void give_up(unsigned missing, LostWait wait,
                          const ExchangeWord* words, unsigned epoch, int k) {
    const unsigned who = __ballot_sync(kAllLanes, missing != 0);
    if (lane() != __ffs(who) - 1) return;
    const int from = lane() + (__ffs(missing) - 1) * kWarpLanes;
    const unsigned seen = load_word<Order::kRelaxed>(words + from).epoch;
    give_up({epoch, seen, wait, from, k, 0});
  }
  // Records where this block waits first, and that nobody need wait any more.
  __device__ void give_up(const LostBlock& here) const {
    if (atomicExch(&s_->lost, 1) == 0) {
      all_.lost->block[all_.card][blockIdx.x] = here;
    }
    lose();
  }

  const SpreadView& all_;
  unsigned card_epoch_;  // of the first warp
  // Of all threads.  Between two lines there is an exchange of cards, so this
  // is never more than card_epoch_, from which the next launch goes on.
  unsigned line_epoch_;
};

}  // namespace gpuinv::kernels
