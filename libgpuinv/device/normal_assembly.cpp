// normal_assembly.cpp (A*D*A' + R, scaled, into dense storage)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "libgpuinv/device/normal_assembly.hpp"

#include <algorithm>
#include <vector>

#include "kernels/normal_diagonal.hpp"
#include "libgpuinv/device/blas.hpp"
#include "libgpuinv/device/event.hpp"
#include "libgpuinv/device/pinned_buffer.hpp"
#include "libgpuinv/device/send.hpp"

namespace gpuinv::device {
namespace {

constexpr std::size_t kPanelElements = std::size_t{1} << 27;  // 1 GiB
constexpr std::size_t kLeastPanel = 512;  // columns for a SYRK at full rate
constexpr std::size_t kPieceElements = std::size_t{1} << 22;

template <class T>
std::size_t bytes_of(const std::vector<T>& v) {
  return v.size() * sizeof(T);
}

}  // namespace

NormalAssembly::NormalAssembly(Context& context, const ColumnMatrix& a)
    : context_(context), plan_(a), ld_(kernels::leading_dimension(a.rows)) {}

std::size_t NormalAssembly::panel_columns() const {
  return std::min(plan_.dense.size(),
                  std::max(kPanelElements / ld_, kLeastPanel));
}

std::size_t NormalAssembly::bytes_needed() const {
  const NormalPlan& p = plan_;
  const std::size_t m = p.m, dense = p.dense.size();
  const std::size_t arrays =
      bytes_of(p.single_start) + bytes_of(p.single_column) +
      bytes_of(p.single_value) + bytes_of(p.sparse) + bytes_of(p.start) +
      bytes_of(p.row) + bytes_of(p.value) + bytes_of(p.row_start) +
      bytes_of(p.column) + bytes_of(p.row_value) + bytes_of(p.dense);
  const std::size_t doubles =
      (dense + panel_columns()) * ld_ + p.sparse.size() + dense +
      (dense == 0 ? 0 : kernels::kDiagonalParts * m) + 2 * m;
  return arrays + doubles * sizeof(double);
}

void NormalAssembly::upload(const ColumnMatrix& a) {
  const NormalPlan& p = plan_;
  const std::size_t m = p.m, dense = p.dense.size();
  send(context_, p.single_start, &single_start_);
  send(context_, p.single_column, &single_column_);
  send(context_, p.single_value, &single_value_);
  send(context_, p.sparse, &sparse_);
  send(context_, p.start, &start_);
  send(context_, p.row, &row_);
  send(context_, p.value, &value_);
  send(context_, p.row_start, &row_start_);
  send(context_, p.column, &column_);
  send(context_, p.row_value, &row_value_);
  send(context_, p.dense, &dense_);
  weight_.grow(std::max<std::size_t>(p.sparse.size(), 1));
  extra_.grow(m);
  scale_.grow(m);
  if (dense == 0) return;
  dense_weight_.grow(dense);
  part_.grow(kernels::kDiagonalParts * m);
  panel_.grow(panel_columns() * ld_);
  upload_dense(a);
}

// Some columns at a time through pinned memory; while they travel, the
// next ones are unpacked.
void NormalAssembly::upload_dense(const ColumnMatrix& a) {
  const std::size_t count = plan_.dense.size();
  const std::size_t most = std::max<std::size_t>(kPieceElements / ld_, 1);
  PinnedBuffer<double> piece[2];
  Event sent[2];
  columns_.grow(count * ld_);
  int slot = 0;
  for (std::size_t first = 0; first < count; first += most, slot ^= 1) {
    const std::size_t here = std::min(most, count - first);
    piece[slot].grow(most * ld_);
    sent[slot].wait();
    double* to = piece[slot].data();
    std::fill(to, to + here * ld_, 0.0);
    for (std::size_t c = 0; c < here; c++) {
      const int k = plan_.dense[first + c];
      for (int t = a.start[k]; t < a.start[k + 1]; t++) {
        to[c * ld_ + a.row[t]] = a.value[t];
      }
    }
    GPUINV_CUDA(cudaMemcpyAsync(columns_.data() + first * ld_, to,
                                here * ld_ * sizeof(double),
                                cudaMemcpyHostToDevice, context_.stream()));
    sent[slot].record(context_.stream());
  }
  context_.synchronize();
}

void NormalAssembly::find_diagonal(const double* d, const double* r) {
  const kernels::Launch& launch = context_.launch();
  const int m = plan_.m, dense = static_cast<int>(plan_.dense.size());
  GPUINV_CUDA(kernels::launch_gather(launch,
                                     static_cast<int>(plan_.sparse.size()), d,
                                     sparse_.data(), weight_.data()));
  if (dense != 0) {
    GPUINV_CUDA(kernels::launch_gather(launch, dense, d, dense_.data(),
                                       dense_weight_.data()));
    GPUINV_CUDA(
        kernels::launch_dense_diagonal(launch, m, dense, columns_.data(), ld_,
                                       dense_weight_.data(), part_.data()));
  }
  GPUINV_CUDA(kernels::launch_normal_diagonal(
      launch, m,
      {single_start_.data(), single_column_.data(), single_value_.data()}, d,
      {row_start_.data(), column_.data(), row_value_.data()}, weight_.data(),
      dense == 0 ? 0 : kernels::kDiagonalParts, part_.data(), r, extra_.data(),
      scale_.data()));
}

// s := s + B*B' with B = C*A*sqrt(D), for the dense columns of A, a panel
// of them at a time.
template <class T>
void NormalAssembly::add_dense(const kernels::SymmetricLayout& layout, T* s) {
  const cublasHandle_t blas = context_.cublas();
  const std::size_t count = plan_.dense.size(), most = panel_columns();
  const int n1 = layout.split, n2 = layout.m - n1;
  T* b = reinterpret_cast<T*>(panel_.data());
  for (std::size_t first = 0; first < count; first += most) {
    const int k = static_cast<int>(std::min(most, count - first));
    GPUINV_CUDA(kernels::launch_scale_columns(
        context_.launch(), plan_.m, k, columns_.data() + first * ld_, ld_,
        dense_weight_.data() + first, scale_.data(), b));
    syrk(blas, CUBLAS_FILL_MODE_LOWER, n1, k, T(1), b, ld_, T(1),
         s + layout.first, layout.ld);
    if (n2 == 0) continue;
    add_product(blas, n2, n1, k, T(1), b + n1, ld_, b, ld_,
                s + layout.corner21(), layout.ld);
    syrk(blas, CUBLAS_FILL_MODE_UPPER, n2, k, T(1), b + n1, ld_, T(1), s,
         layout.ld);
  }
}

template <class T>
void NormalAssembly::run(const double* d, const double* r,
                         const kernels::SymmetricLayout& layout, T* s) {
  find_diagonal(d, r);
  const kernels::SegmentedMatrix a = {
      plan_.m,        static_cast<int>(plan_.sparse.size()),
      start_.data(),  row_.data(),
      value_.data(),  row_start_.data(),
      column_.data(), row_value_.data()};
  GPUINV_CUDA(kernels::launch_normal_lines(context_.launch(), layout, a,
                                           weight_.data(), extra_.data(),
                                           scale_.data(), s));
  add_dense(layout, s);
}

template void NormalAssembly::run<double>(const double*, const double*,
                                          const kernels::SymmetricLayout&,
                                          double*);
template void NormalAssembly::run<float>(const double*, const double*,
                                         const kernels::SymmetricLayout&,
                                         float*);

}  // namespace gpuinv::device
