// device_normal_sparse.cpp (normal equations with a sparse factor on a device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/device_normal_sparse.hpp"

#include <utility>

#include "kernels/flags.hpp"
#include "kernels/triangular_solve.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/normal_products.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

// Most products of entries for which 32-bit indices and the host's memory
// suffice.
constexpr double kMostProducts = 5e8;

}  // namespace

DeviceNormalSparse::DeviceNormalSparse(std::shared_ptr<Context> context,
                                       const ColumnMatrix& a, bool repeat)
    : context_(std::move(context)), m_(a.rows), n_(a.columns) {
  if (product_count(a) > kMostProducts) {
    throw DeviceError(GPUINV_CANNOT,
                      "normal equations are too dense for a sparse factor");
  }
  const NormalProducts s(a);
  nnz_ = static_cast<int>(s.column.size());
  const std::size_t bytes =
      s.products.bytes() +
      s.column.size() * (2 * sizeof(int) + sizeof(double)) +
      m_ * (sizeof(int) + 3 * sizeof(double));
  require_memory("normal equations", m_, bytes);
  products_ = std::make_unique<RowMatrix>(*context_, s.products);
  send(*context_, s.start, &start_);
  send(*context_, s.row, &row_);
  send(*context_, s.column, &column_);
  value_.grow(nnz_);
  for (DeviceBuffer<double>* v : {&scale_, &b_, &x_}) v->grow(m_);
  flags_.grow(1);
  seen_.grow(1);
  factor_ = std::make_unique<CudssFactor>(
      *context_,
      CudssFactor::Pattern{m_, nnz_, start_.data(), column_.data(),
                           value_.data()},
      b_.data(), x_.data(), repeat);
  cost_ = {static_cast<double>(a.start[a.columns]), static_cast<double>(nnz_),
           factor_->nnz(), factor_->flops() + 2.0 * product_count(a),
           factor_->bytes() + static_cast<double>(bytes)};
}

DeviceNormalSparse::~DeviceNormalSparse() { context_->drain(); }

// cuDSS needs ones on the diagonal: see cudss_factor.hpp.
void DeviceNormalSparse::assemble(const double* d, const double* r) {
  const kernels::Launch& launch = context_->launch();
  products_->multiply(*context_, d, value_.data());
  GPUINV_CUDA(
      kernels::launch_add_at(launch, m_, start_.data(), r, value_.data()));
  GPUINV_CUDA(kernels::launch_unit_scale(launch, m_, start_.data(),
                                         value_.data(), scale_.data()));
  GPUINV_CUDA(kernels::launch_scale_entries(
      launch, nnz_, row_.data(), column_.data(), scale_.data(), value_.data()));
}

DeviceNormalSparse::Flags DeviceNormalSparse::read_flags() {
  GPUINV_CUDA(cudaMemcpyAsync(seen_.data(), flags_.data(), sizeof(Flags),
                              cudaMemcpyDeviceToHost, context_->stream()));
  context_->synchronize();
  return *seen_.data();
}

bool DeviceNormalSparse::factorize(const double* d, const double* r) {
  const ScopedDevice here(context_->device());
  const kernels::Launch& launch = context_->launch();
  Flags* flags = flags_.data();
  GPUINV_CUDA(cudaMemsetAsync(flags, 0, sizeof(Flags), launch.stream));
  GPUINV_CUDA(kernels::launch_find_nonfinite(launch, n_, d, &flags->nonfinite));
  GPUINV_CUDA(kernels::launch_find_nonfinite(launch, m_, r, &flags->nonfinite));
  assemble(d, r);
  GPUINV_CUDA(kernels::launch_find_nonfinite(launch, nnz_, value_.data(),
                                             &flags->failed));
  const Flags seen = read_flags();
  if (seen.nonfinite != 0) {
    throw DeviceError(GPUINV_NONFINITE,
                      "weight of the normal equations is not finite");
  }
  return seen.failed == 0 && factor_->factorize();
}

void DeviceNormalSparse::solve(double* x) {
  const ScopedDevice here(context_->device());
  const kernels::Launch& launch = context_->launch();
  GPUINV_CUDA(
      kernels::launch_scale_down(launch, m_, scale_.data(), x, b_.data()));
  factor_->solve();
  GPUINV_CUDA(
      kernels::launch_scale_up(launch, m_, scale_.data(), x_.data(), x));
}

}  // namespace gpuinv::device
