// device_simplex.cpp (simplex iterations on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/device_simplex.hpp"

#include <algorithm>
#include <utility>

#include "kernels/fold.hpp"
#include "kernels/layout.hpp"
#include "libgpuinv/device/blas.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/event.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

// A tableau at rest keeps its memory if it is at most this fraction (1/16) of
// the device's, because others may need it.
constexpr std::size_t kRestShare = 16;

constexpr std::size_t kFalls = kernels::kFallLevels * kernels::kFallParts;

std::size_t matrix_doubles(int m, int inner) {
  return kernels::padded_rows(m) * kernels::leading_dimension(inner);
}

}  // namespace

void require_columns(const SimplexBasis& basis, int n) {
  for (const auto* list : {&basis.basic, &basis.nonbasic})
    for (const int k : *list)
      if (k < 0 || k >= n)
        throw DeviceError(GPUINV_INVALID, "column " + std::to_string(k) +
                                              " of the basis is out of range");
}

void add(const kernels::BatchResult& done, kernels::BatchResult* total) {
  total->stop = done.stop;
  total->pivots += done.pivots;
  total->flips += done.flips;
  total->degenerate += done.degenerate;
  total->passed += done.passed;
  total->candidate = done.candidate;
}

Batch batch_of(const kernels::BatchResult& r) {
  return {static_cast<Stop>(r.stop),
          r.pivots,
          r.flips,
          r.degenerate,
          r.candidate,
          r.passed};
}

DeviceSimplex::DeviceSimplex(std::shared_ptr<Context> context,
                             const kernels::SimplexWish& wish)
    : context_(std::move(context)), wish_(wish) {
  const ScopedDevice here(context_->device());
  GPUINV_CUDA(kernels::prepare_fold(context_->device(), &fold_most_));
  std::size_t free = 0;
  GPUINV_CUDA(cudaMemGetInfo(&free, &total_bytes_));
  result_.grow(1);
}

DeviceSimplex::~DeviceSimplex() { context_->drain(); }

void DeviceSimplex::require_tableau() const {
  context_->require_usable();
  if (m_ == 0)
    throw DeviceError(GPUINV_STATE, "there is no tableau on the device");
}

void DeviceSimplex::require_state() const {
  require_tableau();
  if (!has_state_)
    throw DeviceError(GPUINV_STATE, "the tableau was given no state");
}

int DeviceSimplex::most_pending(int m, int nn) {
  context_->require_usable();
  const ScopedDevice here(context_->device());
  return shape_for(m, nn).plan.capacity;
}

std::size_t DeviceSimplex::bytes_needed(int m, int nn, std::size_t nnz) {
  context_->require_usable();
  const ScopedDevice here(context_->device());
  const Shape shape = shape_for(m, nn);
  const std::size_t rows = m, positions = shape.positions, inner = shape.inner;
  const std::size_t most = std::max({rows, positions, inner});
  const std::size_t doubles = matrix_doubles(m, shape.inner) +
                              (rows + inner) * shape.plan.capacity +
                              2 * (rows + nn + 1);
  return doubles * sizeof(double) + SimplexVectors::bytes_needed(rows) +
         SimplexVectors::bytes_needed(positions) +
         SimplexSketch::bytes_needed(static_cast<int>(most)) +
         kernels::exchange_words(shape.plan.blocks) *
             sizeof(kernels::ExchangeWord) +
         sizeof(unsigned) + sizeof(int) + kFalls * sizeof(unsigned long long) +
         positions * sizeof(kernels::Flip) + own_bytes_needed(m, nn, nnz);
}

std::size_t DeviceSimplex::bytes() const {
  return own_bytes() + bytes_of(matrix_, u_, v_, row_vectors_, column_vectors_,
                                sketch_, slots_, epoch_, pending_, falls_,
                                flips_, products_);
}

std::size_t DeviceSimplex::bytes_available() {
  const ScopedDevice here(context_->device());
  context_->cublas();  // cuBLAS takes its memory before we look
  std::size_t free = 0, total = 0;
  GPUINV_CUDA(cudaMemGetInfo(&free, &total));
  return bytes() + free;
}

void DeviceSimplex::grow(int m, int nn) {
  const Shape shape = shape_for(m, nn);
  const std::size_t rows = m, positions = shape.positions, inner = shape.inner;
  const std::size_t most = std::max({rows, positions, inner});
  matrix_.grow(matrix_doubles(m, shape.inner));
  u_.grow(rows * shape.plan.capacity);
  v_.grow(inner * shape.plan.capacity);
  row_vectors_.grow(rows);
  column_vectors_.grow(positions);
  sketch_.grow(static_cast<int>(most));
  slots_.grow(kernels::exchange_words(shape.plan.blocks));
  epoch_.grow(1);
  pending_.grow(1);
  falls_.grow(kFalls);
  flips_.grow(positions);
  products_.grow(2 * (rows + nn + 1));
  host_products_.grow(rows + nn + 1);
  const auto clear = [this](auto& buffer) {
    GPUINV_CUDA(
        cudaMemsetAsync(buffer.data(), 0, buffer.bytes(), context_->stream()));
  };
  clear(slots_);
  clear(epoch_);
  clear(falls_);
}

void DeviceSimplex::release() noexcept {
  granted_ = 0;
  release_all(matrix_, u_, v_, row_vectors_, column_vectors_, sketch_, slots_,
              epoch_, pending_, falls_, flips_, products_);
  release_own();
}

void DeviceSimplex::rest() {
  context_->require_usable();
  m_ = 0;
  values_ = nullptr;
  has_state_ = false;
  const ScopedDevice here(context_->device());
  context_->synchronize();
  if (bytes() > total_bytes_ / kRestShare) release();
}

// Makes room for a tableau that takes so many bytes in all.
void DeviceSimplex::make_room(int m, int nn, std::size_t need) {
  if (need > granted_) {
    const std::size_t room = bytes_available();
    if (need > room) {
      throw_no_room(std::string(shape_for(m, nn).name) + " of " +
                        std::to_string(m) + " by " + std::to_string(nn) +
                        " needs",
                    need, room);
    }
  }
  grow(m, nn);
}

// Makes room; if there is none, frees everything and throws.
void DeviceSimplex::reserve(const WorkingLp& lp, const SimplexBasis& basis) {
  const int nn = lp.n - lp.m;
  const std::size_t need = bytes_needed(lp.m, nn, lp.ptr[lp.n]);
  try {
    make_room(lp.m, nn, need);
    grow_own(lp, basis);
  } catch (...) {
    release();
    throw;
  }
  granted_ = std::max(granted_, need);
}

void DeviceSimplex::lay_out(int m, int nn) {
  context_->require_usable();
  const ScopedDevice here(context_->device());
  m_ = 0;
  values_ = nullptr;
  has_state_ = false;
  context_->synchronize();
  try {
    make_room(m, nn, bytes_needed(m, nn, 0) - own_bytes_needed(m, nn, 0));
  } catch (...) {
    release();
    throw;
  }
  shape_ = shape_for(m, nn);
  ld_ = kernels::leading_dimension(shape_.inner);
  m_ = m;
}

bool DeviceSimplex::build(const WorkingLp& lp, const SimplexBasis& basis) {
  context_->require_usable();
  const ScopedDevice here(context_->device());
  m_ = 0;
  has_state_ = false;
  require_columns(basis, lp.n);
  context_->synchronize();  // errors of earlier work show here
  reserve(lp, basis);
  shape_ = shape_for(lp.m, lp.n - lp.m);
  ld_ = kernels::leading_dimension(shape_.inner);
  bool built = false;
  try {
    built = fill(lp, basis);
  } catch (...) {
    values_ = nullptr;
    release();
    throw;
  }
  values_ = built ? lp.val.data() : nullptr;
  if (built) m_ = lp.m;
  return built;
}

void DeviceSimplex::push(const SimplexState& state) {
  require_tableau();
  if (!state.has_shape(m_, shape_.nn))
    throw DeviceError(GPUINV_INTERNAL,
                      "state of another shape than the tableau");
  const ScopedDevice here(context_->device());
  context_->synchronize();  // the staging arrays are free now
  auto& s = const_cast<SimplexState&>(state);
  row_vectors_.push(context_->stream(), SimplexVectors::of_rows(s));
  column_vectors_.push(context_->stream(), SimplexVectors::of_columns(s));
  has_state_ = true;
}

void DeviceSimplex::pull(SimplexState& s) {
  require_state();
  const ScopedDevice here(context_->device());
  pull_vectors(s);
}

void DeviceSimplex::pull_vectors(SimplexState& s) {
  s.resize(m_, shape_.nn);
  row_vectors_.pull(context_->stream());
  column_vectors_.pull(context_->stream());
  context_->synchronize();
  row_vectors_.finish_pull(SimplexVectors::of_rows(s));
  column_vectors_.finish_pull(SimplexVectors::of_columns(s));
}

kernels::SimplexView DeviceSimplex::view() {
  kernels::SimplexView view{};
  view.blocks = shape_.plan.blocks;
  view.capacity = shape_.plan.capacity;
  view.t0 = matrix_.data();
  view.ld = ld_;
  view.rows.count = m_;
  view.rows.per_block = shape_.plan.row_slice;
  view.rows.lanes = shape_.plan.row_lanes;
  view.rows.pitch = shape_.plan.row_pitch;
  view.rows.sketch_pitch = shape_.plan.row_sketch_pitch;
  view.rows.factor = u_.data();
  row_vectors_.point(&view.rows);
  view.columns.count = shape_.positions;
  view.columns.per_block = shape_.plan.column_slice;
  view.columns.lanes = shape_.plan.column_lanes;
  view.columns.pitch = shape_.plan.column_pitch;
  view.columns.sketch_pitch = shape_.plan.column_sketch_pitch;
  view.columns.factor = v_.data();
  column_vectors_.point(&view.columns);
  view.sketch = sketch_.data();
  view.chosen_sketch = sketch_.chosen();
  view.slots = slots_.data();
  view.epoch = epoch_.data();
  view.pending = pending_.data();
  view.result = result_.data();
  view.falls = falls_.data();
  view.flips = flips_.data();
  return view;
}

// After a failure, the contents of T0 or W0 are unknown.
Batch DeviceSimplex::iterate(Method method, int budget, const Tolerances& tol) {
  require_state();
  const ScopedDevice here(context_->device());
  has_state_ = false;
  try {
    const kernels::BatchResult result =
        run(method, budget, {tol.bound, tol.cost, tol.pivot});
    has_state_ = true;
    return batch_of(result);
  } catch (...) {
    m_ = 0;
    throw;
  }
}

// Shows the state to an observer, between launches.
void DeviceSimplex::look(const kernels::BatchResult& so_far) {
  if (watch_ == nullptr || !watch_->due()) return;
  const auto since = Interrupt::Clock::now();
  pull_vectors(shown_);
  watch_->show(since, shown_, so_far.pivots + so_far.flips);
}

kernels::BatchResult DeviceSimplex::run(Method method, int budget,
                                        const kernels::SimplexTolerances& tol) {
  kernels::BatchResult total{kernels::kStopBudget, 0, 0, 0, -1};
  sketch(method);
  Event result_there;
  while (total.stop == kernels::kStopBudget &&
         total.pivots + total.flips < budget) {
    GPUINV_CUDA(launch(method, budget - total.pivots - total.flips, tol));
    result_there.record(context_->stream());
    const bool folded = fold_pending();
    result_there.wait();
    const kernels::BatchResult done = *result_.data();
    if (!folded) fold(done.pivots);
    add(done, &total);
    look(total);
  }
  if (method == Method::kPrimal && total.candidate >= 0) {
    total.candidate = deal().number(total.candidate);
  }
  return total;
}

void DeviceSimplex::own_fold(int k, const int* count) {
  const kernels::Fold fold{
      matrix_.data(),       ld_,   u_.data(),   v_.data(), m_, shape_.inner, k,
      shape_.plan.capacity, count, fold_lists()};
  if (fold.lists != nullptr) {
    GPUINV_CUDA(kernels::launch_fold_lists(context_->launch(), fold));
  }
  GPUINV_CUDA(kernels::launch_fold(context_->launch(), fold));
}

// By columns, T0 is the transpose of the tableau, V is V (K rows) and U is its
// transpose: T0' := V'*U' + T0'.
void DeviceSimplex::fold(int k) {
  if (k == 0) return;
  if (k <= fold_most_) return own_fold(k, nullptr);
  const double one = 1.0;
  GPUINV_CUBLAS(cublasDgemm(
      context_->cublas(), CUBLAS_OP_T, CUBLAS_OP_N, shape_.inner, m_, k, &one,
      v_.data(), shape_.plan.capacity, u_.data(), shape_.plan.capacity, &one,
      matrix_.data(), static_cast<int>(ld_)));
}

bool DeviceSimplex::fold_pending() {
  if (shape_.plan.capacity > fold_most_) return false;
  own_fold(shape_.plan.capacity, pending_.data());
  return true;
}

void DeviceSimplex::gemv(cublasOperation_t op, const double* x, double* y) {
  device::multiply(context_->cublas(), op, shape_.inner, m_, 1.0,
                   matrix_.data(), ld_, x, 0.0, y);
}

// One copy in each direction: z before w, y before v.
void DeviceSimplex::multiply(const double* z, double* y, const double* w,
                             double* v) {
  require_tableau();
  const ScopedDevice here(context_->device());
  const std::size_t rows = m_, columns = shape_.nn + 1;
  double* host = host_products_.data();
  if (z != nullptr) std::copy(z, z + columns, host);
  if (w != nullptr) std::copy(w, w + rows, host + columns);
  double* in = products_.data();
  double* out = in + rows + columns;
  send(*context_, host, rows + columns, in);
  products(z != nullptr ? in : nullptr, z != nullptr ? out : nullptr,
           w != nullptr ? in + columns : nullptr,
           w != nullptr ? out + rows : nullptr);
  GPUINV_CUDA(cudaMemcpyAsync(host, out, (rows + columns) * sizeof(double),
                              cudaMemcpyDeviceToHost, context_->stream()));
  context_->synchronize();
  if (y != nullptr) std::copy(host, host + rows, y);
  if (v != nullptr) std::copy(host + rows, host + rows + columns, v);
}

}  // namespace gpuinv::device
