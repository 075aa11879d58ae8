// device_tableau.cpp (simplex tableau on the device)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "libgpuinv/device/device_tableau.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "kernels/fold.hpp"
#include "kernels/layout.hpp"
#include "kernels/tableau_iterate.hpp"
#include "libgpuinv/device/event.hpp"
#include "libgpuinv/device/require_memory.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

// A tableau at rest keeps up to this part of the device's memory, which
// others may need.
constexpr std::size_t kRestShare = 16;

std::size_t t0_elements(int m, int nn) {
  return static_cast<std::size_t>(m) * kernels::leading_dimension(nn + 1);
}

}  // namespace

DeviceTableau::DeviceTableau(std::shared_ptr<Context> context,
                             const kernels::TableauWish& wish)
    : context_(std::move(context)), wish_(wish), builder_(*context_) {
  const ScopedDevice here(context_->device());
  std::size_t primal = 0, dual = 0;
  GPUINV_CUDA(kernels::prepare_tableau_primal(context_->device(), &primal));
  GPUINV_CUDA(kernels::prepare_tableau_dual(context_->device(), &dual));
  shared_limit_ = std::min(primal, dual);
  GPUINV_CUDA(kernels::prepare_fold(context_->device(), &fold_most_));
  std::size_t free = 0;
  GPUINV_CUDA(cudaMemGetInfo(&free, &total_bytes_));
  result_.grow(1);
}

DeviceTableau::~DeviceTableau() {
  // Nothing that is queued may still use the buffers.
  if (cudaStreamSynchronize(context_->stream()) != cudaSuccess) {
    cudaGetLastError();
  }
}

kernels::TableauPlan DeviceTableau::plan_for(int m, int nn) const {
  return kernels::plan_tableau(m, nn + 1, context_->launch().multiprocessors,
                               shared_limit_, wish_);
}

std::size_t DeviceTableau::bytes_needed(int m, int nn) {
  const ScopedDevice here(context_->device());
  const kernels::TableauPlan plan = plan_for(m, nn);
  const std::size_t rows = m, columns = static_cast<std::size_t>(nn) + 1;
  const std::size_t doubles = t0_elements(m, nn) +
                              (rows + columns) * plan.capacity +
                              2 * std::max(rows, columns);
  return doubles * sizeof(double) + TableauVectors::bytes_needed(rows) +
         TableauVectors::bytes_needed(columns) +
         TableauSketch::bytes_needed(std::max(rows, columns)) +
         kernels::exchange_words(plan.blocks) * sizeof(kernels::ExchangeWord) +
         sizeof(unsigned) + sizeof(int) + TableauBuilder::bytes_needed(m);
}

std::size_t DeviceTableau::bytes() const {
  return t0_.bytes() + u_.bytes() + v_.bytes() + row_vectors_.bytes() +
         column_vectors_.bytes() + sketch_.bytes() + slots_.bytes() +
         epoch_.bytes() + pending_.bytes() + x_.bytes() + y_.bytes() +
         builder_.bytes();
}

std::size_t DeviceTableau::bytes_available() {
  const ScopedDevice here(context_->device());
  context_->cublas();  // its own memory is taken before we look
  std::size_t free = 0, total = 0;
  GPUINV_CUDA(cudaMemGetInfo(&free, &total));
  return bytes() + free;
}

void DeviceTableau::grow(int m, int nn, const kernels::TableauPlan& plan) {
  const std::size_t rows = m, columns = static_cast<std::size_t>(nn) + 1;
  t0_.grow(t0_elements(m, nn));
  u_.grow(rows * plan.capacity);
  v_.grow(columns * plan.capacity);
  row_vectors_.grow(rows);
  column_vectors_.grow(columns);
  sketch_.grow(std::max(rows, columns));
  slots_.grow(kernels::exchange_words(plan.blocks));
  epoch_.grow(1);
  pending_.grow(1);
  x_.grow(std::max(rows, columns));
  y_.grow(std::max(rows, columns));
  pinned_.grow(2 * std::max(rows, columns));
  GPUINV_CUDA(
      cudaMemsetAsync(slots_.data(), 0, slots_.bytes(), context_->stream()));
  GPUINV_CUDA(
      cudaMemsetAsync(epoch_.data(), 0, epoch_.bytes(), context_->stream()));
}

void DeviceTableau::release() noexcept {
  granted_ = 0;
  for (DeviceBuffer<double>* b : {&t0_, &u_, &v_, &x_, &y_}) b->release();
  row_vectors_.release();
  column_vectors_.release();
  sketch_.release();
  slots_.release();
  epoch_.release();
  pending_.release();
  builder_.release();
}

void DeviceTableau::rest() {
  m_ = 0;
  has_state_ = false;
  const ScopedDevice here(context_->device());
  context_->synchronize();
  if (bytes() > total_bytes_ / kRestShare) release();
}

// Makes room, or holds nothing at all and throws.
void DeviceTableau::reserve(int m, int nn) {
  const std::size_t need = bytes_needed(m, nn);
  if (need > granted_) {
    const std::size_t room = bytes_available();
    if (need > room) {
      release();
      throw_no_room("tableau of " + std::to_string(m) + " by " +
                        std::to_string(nn) + " needs",
                    need, room);
    }
  }
  try {
    grow(m, nn, plan_for(m, nn));
  } catch (...) {
    release();
    throw;
  }
  granted_ = std::max(granted_, need);
}

bool DeviceTableau::build(const gpuinv_tableau_matrix& matrix) {
  const ScopedDevice here(context_->device());
  m_ = 0;
  has_state_ = false;
  context_->synchronize();  // errors of earlier work show here
  const int nn = matrix.n - matrix.m;
  reserve(matrix.m, nn);
  ld_ = kernels::leading_dimension(nn + 1);
  bool built = false;
  try {
    built = builder_.build(matrix, ld_, t0_.data());
  } catch (...) {
    release();
    throw;
  }
  if (!built) return false;
  plan_ = plan_for(matrix.m, nn);
  m_ = matrix.m;
  columns_ = nn + 1;
  return true;
}

void DeviceTableau::push(const gpuinv_tableau_state& s) {
  const ScopedDevice here(context_->device());
  context_->synchronize();  // the staging arrays are free
  const std::size_t rows = m_, columns = columns_;
  row_vectors_.push(context_->stream(),
                    {s.beta, s.basic_lower, s.basic_upper, s.basic, nullptr,
                     s.row_scale, rows},
                    rows);
  column_vectors_.push(
      context_->stream(),
      {s.d, s.lower, s.upper, s.nonbasic, s.at, s.col_scale, columns - 1},
      columns);
  has_state_ = true;
}

void DeviceTableau::pull(const gpuinv_tableau_state& s) {
  const ScopedDevice here(context_->device());
  const std::size_t rows = m_, columns = columns_;
  row_vectors_.pull(context_->stream(), rows);
  column_vectors_.pull(context_->stream(), columns);
  context_->synchronize();
  row_vectors_.finish_pull(
      {s.beta, s.basic_lower, s.basic_upper, s.basic, nullptr, nullptr, rows},
      rows);
  column_vectors_.finish_pull(
      {s.d, s.lower, s.upper, s.nonbasic, s.at, nullptr, columns - 1}, columns);
}

kernels::TableauView DeviceTableau::view() {
  kernels::TableauView view{};
  view.blocks = plan_.blocks;
  view.capacity = plan_.capacity;
  view.t0 = t0_.data();
  view.ld = ld_;
  view.rows.count = m_;
  view.rows.per_block = plan_.row_slice;
  view.rows.lanes = plan_.row_lanes;
  view.rows.pitch = plan_.row_pitch;
  view.rows.sketch_pitch = plan_.row_sketch_pitch;
  view.rows.factor = u_.data();
  row_vectors_.point(&view.rows);
  view.columns.count = columns_;
  view.columns.per_block = plan_.column_slice;
  view.columns.lanes = plan_.column_lanes;
  view.columns.pitch = plan_.column_pitch;
  view.columns.sketch_pitch = plan_.column_sketch_pitch;
  view.columns.factor = v_.data();
  column_vectors_.point(&view.columns);
  view.sketch = sketch_.data();
  view.chosen_sketch = sketch_.chosen();
  view.slots = slots_.data();
  view.epoch = epoch_.data();
  view.pending = pending_.data();
  view.result = result_.data();
  return view;
}

void DeviceTableau::own_fold(int k, const int* count) {
  GPUINV_CUDA(kernels::launch_fold(
      context_->launch(), {t0_.data(), ld_, u_.data(), v_.data(), m_, columns_,
                           k, plan_.capacity, count}));
}

// By columns, T0 is the transpose of the tableau, V is V (K rows) and U its
// transpose: T0' := V'*U' + T0'.
void DeviceTableau::fold(int k) {
  if (k == 0) return;
  if (k <= fold_most_) return own_fold(k, nullptr);
  const double one = 1.0;
  GPUINV_CUBLAS(cublasDgemm(context_->cublas(), CUBLAS_OP_T, CUBLAS_OP_N,
                            columns_, m_, k, &one, v_.data(), plan_.capacity,
                            u_.data(), plan_.capacity, &one, t0_.data(),
                            static_cast<int>(ld_)));
}

// The same of as many as the iterations before will leave, queued while the
// host does not know their number; false if it has to know.
bool DeviceTableau::fold_pending() {
  if (plan_.capacity > fold_most_) return false;
  own_fold(plan_.capacity, pending_.data());
  return true;
}

// Weights of what the method prices: rows in the dual, columns in the
// primal method.
void DeviceTableau::sketch(Method method) {
  const TableauSketch::Tableau t{t0_.data(), ld_, m_, columns_ - 1};
  if (method == Method::kDual) {
    sketch_.of_rows(*context_, t, row_vectors_, column_vectors_.ids());
  } else {
    sketch_.of_columns(*context_, t, column_vectors_, row_vectors_.ids());
  }
}

kernels::TableauResult DeviceTableau::iterate(
    Method method, int budget, const kernels::TableauTolerances& tol) {
  const ScopedDevice here(context_->device());
  kernels::TableauResult total{kernels::kStopBudget, 0, 0, 0, -1};
  sketch(method);
  const kernels::TableauView arrays = view();
  const auto launch = method == Method::kPrimal ? kernels::launch_tableau_primal
                                                : kernels::launch_tableau_dual;
  Event result_there;
  has_state_ = false;  // unless all goes well
  while (total.stop == kernels::kStopBudget &&
         total.pivots + total.flips < budget) {
    GPUINV_CUDA(launch(context_->launch(), arrays, plan_, tol,
                       budget - total.pivots - total.flips));
    result_there.record(context_->stream());
    const bool folded = fold_pending();
    result_there.wait();
    const kernels::TableauResult done = *result_.data();
    if (!folded) fold(done.pivots);
    total.stop = done.stop;
    total.pivots += done.pivots;
    total.flips += done.flips;
    total.degenerate += done.degenerate;
    total.refused = done.refused;
  }
  has_state_ = true;
  return total;
}

// y[ny] := op(M)*x, where M = T0' is the buffer read by columns.
void DeviceTableau::gemv(cublasOperation_t op, const double* x, int nx,
                         double* y, int ny) {
  const ScopedDevice here(context_->device());
  const double one = 1.0, zero = 0.0;
  double* send = pinned_.data();
  double* receive = send + std::max(nx, ny);
  context_->synchronize();
  std::copy(x, x + nx, send);
  GPUINV_CUDA(cudaMemcpyAsync(x_.data(), send, nx * sizeof(double),
                              cudaMemcpyHostToDevice, context_->stream()));
#if CUDART_VERSION >= 12000
  GPUINV_CUBLAS(cublasDgemv_64(context_->cublas(), op, columns_, m_, &one,
                               t0_.data(), ld_, x_.data(), 1, &zero, y_.data(),
                               1));
#else
  GPUINV_CUBLAS(cublasDgemv(context_->cublas(), op, columns_, m_, &one,
                            t0_.data(), static_cast<int>(ld_), x_.data(), 1,
                            &zero, y_.data(), 1));
#endif
  GPUINV_CUDA(cudaMemcpyAsync(receive, y_.data(), ny * sizeof(double),
                              cudaMemcpyDeviceToHost, context_->stream()));
  context_->synchronize();
  std::copy(receive, receive + ny, y);
}

void DeviceTableau::multiply(const double* z, double* y) {
  gemv(CUBLAS_OP_T, z, columns_, y, m_);
}

void DeviceTableau::multiply_transposed(const double* w, double* v) {
  gemv(CUBLAS_OP_N, w, m_, v, columns_);
}

}  // namespace gpuinv::device
