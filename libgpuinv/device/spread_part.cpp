// spread_part.cpp (rows of a simplex tableau on one of several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/spread_part.hpp"

#include <utility>

namespace gpuinv::device {

SpreadPart::SpreadPart(std::shared_ptr<Context> context,
                       const kernels::SimplexWish& wish, int sharing)
    : DeviceSimplex(std::move(context), wish), sharing_(sharing) {}

void SpreadPart::take(const Partition& rows, int part, int columns) {
  rows_ = rows;
  part_ = part;
  const ScopedDevice here(context_->device());
  words_.grow(kernels::exchange_words(kernels::kMostCards));
  line_.grow(columns);
  card_epoch_.grow(1);
  const cudaStream_t stream = context_->stream();
  for (auto* words : {&words_, &line_})
    GPUINV_CUDA(cudaMemsetAsync(words->data(), 0, words->bytes(), stream));
  GPUINV_CUDA(
      cudaMemsetAsync(card_epoch_.data(), 0, card_epoch_.bytes(), stream));
}

// Rows keep the numbers that they have in the whole tableau.
void SpreadPart::show(kernels::SpreadView* view) {
  const std::size_t k = shape_.plan.capacity;
  view->end[part_] = rows_.end(part_);
  view->t0[part_] = matrix_.data() - first() * ld_;
  view->u[part_] = u_.data() - first() * k;
  view->words[part_] = words_.data();
  view->chosen_sketch[part_] = sketch_.chosen();
  view->line[part_] = line_.data();
}

void SpreadPart::launch_part(Method method, const kernels::SpreadView& of_all,
                             int limit, const kernels::SimplexTolerances& tol) {
  const ScopedDevice here(context_->device());
  kernels::SpreadView v = of_all;
  v.t = view();
  v.card = part_;
  v.epoch = card_epoch_.data();
  v.t.t0 -= first() * ld_;
  v.t.rows.begin = first();
  v.t.rows.factor -= first() * static_cast<std::size_t>(v.t.capacity);
  v.t.rows.doubles -= first();
  v.t.rows.words -= first();
  v.t.rows.floats -= first();
  v.t.rows.scale -= first();
  if (is_dual(method)) {
    v.t.sketch -= first() * static_cast<std::size_t>(kernels::kSketchLength);
  }
  GPUINV_CUDA(launch_view(method, v, limit, tol));
  done.record(context_->stream());
}

}  // namespace gpuinv::device
