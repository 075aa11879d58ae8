// inverse_buffers.cpp (what the inverse form has besides W, on one card)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/inverse_buffers.hpp"

#include "kernels/fold.hpp"
#include "kernels/sketch.hpp"
#include "libgpuinv/device/simplex_sketch.hpp"

namespace gpuinv::device {

std::size_t InverseBuffers::bytes_needed(int rows, int m, int n,
                                         std::size_t nnz) {
  const std::size_t doubles = SimplexSketch::factor_elements(m) +
                              2 * static_cast<std::size_t>(m) + n + 1;
  return lp_bytes_needed(m, n, nnz) + sizeof(double) * doubles +
         sizeof(int) * kernels::fold_list_words(rows, m);
}

void InverseBuffers::grow(int rows, int m, int n) {
  rho_.grow(m);
  signed_.grow(SimplexSketch::factor_elements(m));
  lists_.grow(kernels::fold_list_words(rows, m));
  by_variable_.grow(n + 1);
  by_row_.grow(m);
}

void InverseBuffers::release() noexcept {
  a_.reset();
  release_all(rho_, signed_, lists_, by_variable_, by_row_);
}

void InverseBuffers::send(Context& context, const WorkingLp& lp) {
  a_.reset();
  a_.emplace(send_lp(context, lp));
  GPUINV_CUDA(kernels::launch_sketch_rows(context.launch(), a_->by_rows(), lp.n,
                                          lp.m, signed_.data()));
}

kernels::InverseArrays InverseBuffers::view(const kernels::SimplexPlan& plan,
                                            int nn, double* v) {
  kernels::InverseArrays arrays{};
  arrays.inner.count = a_->rows();
  arrays.inner.per_block = plan.inner_slice;
  arrays.inner.lanes = plan.row_lanes;
  arrays.inner.pitch = plan.row_pitch;
  arrays.inner.factor = v;
  arrays.nn = nn;
  arrays.rho = rho_.data();
  arrays.a = a_->by_columns();
  return arrays;
}

const double* InverseBuffers::multiply(Context& context,
                                       const kernels::DealtColumns& dealt,
                                       const double* z) {
  double* x = by_variable_.data();
  GPUINV_CUDA(cudaMemsetAsync(x, 0, (a_->columns() - 1) * sizeof(double),
                              context.stream()));
  GPUINV_CUDA(kernels::launch_scatter_dealt(context.launch(), dealt, z, x));
  a_->multiply(context, x, by_row_.data());
  return by_row_.data();
}

void InverseBuffers::multiply_transposed(Context& context,
                                         const kernels::DealtColumns& dealt,
                                         double* v) {
  a_->multiply_transposed(context, by_row_.data(), by_variable_.data());
  GPUINV_CUDA(kernels::launch_gather_dealt(context.launch(), dealt,
                                           by_variable_.data(), v));
}

}  // namespace gpuinv::device
