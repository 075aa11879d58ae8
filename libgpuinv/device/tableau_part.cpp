// tableau_part.cpp (rows of a tableau on one of several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/tableau_part.hpp"

#include <utility>

#include "kernels/iterate.hpp"
#include "kernels/simplex_plan.hpp"
#include "kernels/sketch.hpp"

namespace gpuinv::device {

TableauPart::TableauPart(std::shared_ptr<Context> context,
                         const kernels::SimplexWish& wish, int sharing)
    : DeviceSimplex(std::move(context), wish), sharing_(sharing) {
  const ScopedDevice here(context_->device());
  GPUINV_CUDA(kernels::prepare(
      {kernels::spread_primal(), kernels::spread_dual(Steps::kShort)},
      context_->device(), &shared_limit_));
  GPUINV_CUDA(kernels::prepare({kernels::spread_dual(Steps::kLong)},
                               context_->device(), &long_limit_));
}

void TableauPart::take(const Partition& rows, int part) {
  rows_ = rows;
  part_ = part;
  const ScopedDevice here(context_->device());
  words_.grow(kernels::exchange_words(kernels::kMostCards));
  card_epoch_.grow(1);
  const cudaStream_t stream = context_->stream();
  GPUINV_CUDA(cudaMemsetAsync(words_.data(), 0, words_.bytes(), stream));
  GPUINV_CUDA(
      cudaMemsetAsync(card_epoch_.data(), 0, card_epoch_.bytes(), stream));
}

DeviceSimplex::Shape TableauPart::shape_for(int, int nn) const {
  const kernels::SimplexPlan plan = kernels::plan_spread(
      rows_.rows(), rows_.largest(), nn + 1, context_->launch().multiprocessors,
      sharing_, shared_limit_, wish_);
  return {nn, plan, nn + 1, nn + 1, "part of a tableau"};
}

std::size_t TableauPart::own_bytes_needed(int, int, std::size_t) {
  return own_bytes();
}

// Rows keep the numbers that they have in the whole tableau.
void TableauPart::show(kernels::SpreadView* view) {
  const std::size_t k = shape_.plan.capacity;
  view->end[part_] = rows_.end(part_);
  view->t0[part_] = matrix_.data() - first() * ld_;
  view->u[part_] = u_.data() - first() * k;
  view->words[part_] = words_.data();
  view->chosen_sketch[part_] = sketch_.chosen();
}

void TableauPart::launch_part(Method method, kernels::SpreadView v, int limit,
                              const kernels::SimplexTolerances& tol) {
  const ScopedDevice here(context_->device());
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
  const auto chosen = is_dual(method) ? kernels::spread_dual(steps_of(method))
                                      : kernels::spread_primal();
  const kernels::SimplexPlan plan =
      method == Method::kLongDual
          ? kernels::plan_within(long_limit_, shape_.plan)
          : shape_.plan;
  GPUINV_CUDA(kernels::launch(chosen, context_->launch(), v, plan, tol, limit,
                              sharing_ == 1));
  done.record(context_->stream());
}

void TableauPart::sketch_rows() {
  const ScopedDevice here(context_->device());
  sketch_.of_rows(*context_, tableau(), row_vectors_, column_vectors_.ids());
}

void TableauPart::share_sketch() {
  const ScopedDevice here(context_->device());
  sketch_.share_of_columns(*context_, tableau(), row_vectors_.ids());
}

std::size_t TableauPart::sketch_numbers() const {
  return SimplexSketch::factor_elements(shape_.nn + 1);
}

void TableauPart::finish_sketch() {
  const ScopedDevice here(context_->device());
  sketch_.finish_columns(*context_, shape_.nn, column_vectors_);
}

void TableauPart::products(const double* z, double* y, const double* w,
                           double* v) {
  if (z != nullptr) gemv(CUBLAS_OP_T, z, y);
  if (w != nullptr) gemv(CUBLAS_OP_N, w, v);
}

}  // namespace gpuinv::device
