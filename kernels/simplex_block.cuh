// simplex_block.cuh (work of a block in an iteration in either form)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "kernels/inverse_view.hpp"
#include "kernels/pivot_select.cuh"
#include "kernels/simplex_sketch.cuh"

namespace gpuinv::kernels {

enum class Priced { kRows, kColumns };

__device__ inline const SimplexView& simplex_of(const SimplexView& v) {
  return v;
}

// All rows are on this card.
struct OneCard {
  using View = SimplexView;
  using InverseView = kernels::InverseView;
  template <int kPerLane, bool kRowsFirst>
  using Chooser = Selector<kPerLane>;
  static constexpr bool kFar = false;

  static __device__ const double* t0(const SimplexView& v, int) { return v.t0; }
  static __device__ const double* factors(const SimplexView&,
                                          const SimplexSide& side, int) {
    return side.factor;
  }
};

// kPriced: what the method prices; Own: the slices; kShared...: whether they
// are in shared memory; Chooser: a Selector.
template <Priced kPriced, class Own, bool kSharedRows, bool kSharedColumns,
          class Chooser>
class SimplexBlock {
 public:
  using Answers = typename Chooser::Answers;
  static constexpr bool kRowsPriced = kPriced == Priced::kRows;
  static constexpr bool kSharedPriced =
      kRowsPriced ? kSharedRows : kSharedColumns;

  // Returns what is priced, known at compile time, so that rows and columns
  // both stay in registers.
  __device__ Own& priced() {
    if constexpr (kRowsPriced) {
      return rows;
    } else {
      return columns;
    }
  }
  __device__ const SimplexSide& priced_side() const {
    if constexpr (kRowsPriced) {
      return t.rows;
    } else {
      return t.columns;
    }
  }

  // Ends the launch after the last exchange of all blocks.
  __device__ void finish(int stop, int flips, int degenerate, int passed) {
    give_back<kSharedRows>(t, t.rows, rows);
    give_back<kSharedColumns>(t, t.columns, columns);
    give_back_sketch<kSharedPriced>(t, priced());
    if (blockIdx.x != 0 || threadIdx.x != 0) return;
    selector.keep_epochs();
    *t.pending = k;
    *t.result = BatchResult{stop, k, flips, degenerate, s->first.index, passed};
  }

  // The second exchange sets s->second.
  template <class Ratio>
  __device__ void ratio_test(const Own& own, const Ratio& ratio) {
    __syncthreads();
    if (in_first_warp()) selector.ratio_test(own, ratio, k);
    __syncthreads();
  }

  // Returns whether other cards did not answer; all threads call it, after any
  // exchange.
  __device__ bool lost() const { return selector.lost(); }

  __device__ bool poor_pivot() const {
    return fabs(s->second.element) < rules::kPoorPivot * s->second.most;
  }

  // Refuses the first choice, which has no good pivot, and lowers its price,
  // which mark(i) sets.  All threads call; nothing else may have changed.
  template <class Mark>
  __device__ int refuse(Mark mark) {
    if (refused_++ == rules::kMostRefused) return kStopPoorPivot;
    const int i = first_item();
    if (!in_first_warp() || i < 0) return kStopBudget;
    float* scale = priced_side().scale + s->first.index;
    if (*scale == rules::kRefusedScale) return kStopBudget;
    __syncwarp();
    sketch_of(i)[threadIdx.x] *= rules::kRefusedScale;
    if (threadIdx.x == 0) {
      *scale = rules::kRefusedScale;
      priced().weight(i) *= rules::kRefusedScale * rules::kRefusedScale;
      mark(i);
    }
    return kStopBudget;
  }

  // Loads the first choice's sketch, by the warp next to that of the record.
  __device__ void load_sketch() {
    const int i = record_thread() + kWarpLanes;
    if (i < 0 || i >= kSketchLength) return;
    s->first_sketch[i] = __ldcg(t.chosen_sketch + i);
  }

  // Updates the sketch and the weight of priced item i after a pivot, by the
  // lanes of the item: y_i - scale*element times the chosen sketch, or
  // scale*element times it for the pivot's `own` item; scale: 1/alpha.  Returns
  // true on the thread that does the rest.
  __device__ bool update_weight(int i, int lane, bool mine, bool own,
                                double element, double scale) {
    const float share = static_cast<float>(element * scale);
    const float weight =
        update_sketch(priced(), i, lane, mine, own, share, s->first_sketch);
    if (lane != 0 || !mine) return false;
    priced().weight(i) = weight;
    return true;
  }

  // Gives row i to the entering variable.
  __device__ void enter(int i, const Record& in, double value) const {
    rows.value(i) = value;
    rows.lower(i) = in.lower;
    rows.upper(i) = in.upper;
    rows.id(i) = in.id;
  }

  const SimplexView& t;
  const SimplexTolerances& tol;
  Selection* s;
  Chooser selector;
  Own rows, columns;
  double* other;
  int k = 0;  // number of pending changes

 protected:
  __device__ SimplexBlock(const typename Chooser::View& view,
                          const SimplexTolerances& tol, Selection* selection)
      : t(simplex_of(view)),
        tol(tol),
        s(selection),
        selector(view, selection) {}

  // Publishes the first choice's sketch for load_sketch of all blocks; the warp
  // whose fence comes next does it.  All blocks have reached this exchange, so
  // none reads the previous sketch any more.
  __device__ void publish_sketch() {
    const int i = first_item();
    if (!in_first_warp() || i < 0) return;
    selector.tell_sketch(threadIdx.x, sketch_of(i)[threadIdx.x]);
  }

  static __device__ bool in_first_warp() { return threadIdx.x < kWarpLanes; }
  // Numbers the last threads, which wait for no other factor (K <= 128).
  static __device__ int record_thread() {
    return static_cast<int>(threadIdx.x) - (block_threads() - kWarpLanes);
  }

 private:
  // Returns the first choice among the items of this block, or -1.
  __device__ int first_item() {
    const int i = s->first.index - priced().first;
    return s->first.index >= 0 && i >= 0 && i < priced().count ? i : -1;
  }
  __device__ float* sketch_of(int i) {
    return priced().sketch +
           i * static_cast<std::size_t>(priced().sketch_pitch);
  }

  int refused_ = 0;
};

}  // namespace gpuinv::kernels
