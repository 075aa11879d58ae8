// lu_inverse.cpp (inverse of a dense matrix from LU factors)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/lu_inverse.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "kernels/inversion.hpp"
#include "kernels/layout.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

// Columns of a panel: enough for a matrix product at full rate.
constexpr int kPanel = 256;

std::size_t panel_elements(int m) {
  return std::min(m, kPanel) * kernels::leading_dimension(m);
}

}  // namespace

// Uses the 64-bit interface: for m > 46340, m*m does not fit an int.
LuInverse::Workspace LuInverse::workspace(int m) {
  Workspace lu{0, 0}, upper{0, 0};
  info_.grow(1);
  void* place = info_.data();  // never read, but must not be null
  const std::int64_t ld = kernels::leading_dimension(m);
  GPUINV_CUSOLVER(cusolverDnXgetrf_bufferSize(
      context_.cusolver(), context_.cusolver_params(), m, m, CUDA_R_64F, place,
      ld, CUDA_R_64F, &lu.device, &lu.host));
  GPUINV_CUSOLVER(cusolverDnXtrtri_bufferSize(
      context_.cusolver(), CUBLAS_FILL_MODE_UPPER, CUBLAS_DIAG_NON_UNIT, m,
      CUDA_R_64F, place, ld, &upper.device, &upper.host));
  return {std::max(lu.device, upper.device), std::max(lu.host, upper.host)};
}

std::size_t LuInverse::own_bytes(int m) {
  const std::size_t rows = m;
  return panel_elements(m) * sizeof(double) + rows * sizeof(std::int64_t) +
         (2 * rows + 2) * sizeof(int);
}

std::size_t LuInverse::bytes_needed(int m) {
  return own_bytes(m) + workspace(m).device;
}

void LuInverse::grow(int m) {
  pivots_.grow(m);
  cycles_.grow(m);
  panel_.grow(panel_elements(m));
  info_.grow(1);
  info_pinned_.grow(1);
  const Workspace w = workspace(m);
  work_.grow(w.device);
  if (host_work_.size() < w.host) host_work_.resize(w.host);
}

int LuInverse::read_info(const char* what) {
  GPUINV_CUDA(cudaMemcpyAsync(info_pinned_.data(), info_.data(), sizeof(int),
                              cudaMemcpyDeviceToHost, context_.stream()));
  context_.synchronize();
  const int info = *info_pinned_.data();
  if (info < 0)
    throw DeviceError(
        GPUINV_DEVICE,
        std::string(what) + " refused its argument " + std::to_string(-info));
  return info;
}

int LuInverse::factorize(int m, double* b) {
  const std::int64_t ld = kernels::leading_dimension(m);
  GPUINV_CUSOLVER(cusolverDnXgetrf(
      context_.cusolver(), context_.cusolver_params(), m, m, CUDA_R_64F, b, ld,
      pivots_.data(), CUDA_R_64F, work_.data(), work_.size(), host_work_.data(),
      host_work_.size(), info_.data()));
  return read_info("cusolverDnXgetrf");
}

// Undoes the exchanges of the factorization, the last one first, as one
// permutation.
void LuInverse::undo_pivoting(int m, int columns, std::size_t ld, double* x) {
  std::vector<std::int64_t> pivots(m);
  GPUINV_CUDA(cudaMemcpyAsync(pivots.data(), pivots_.data(),
                              m * sizeof(std::int64_t), cudaMemcpyDeviceToHost,
                              context_.stream()));
  context_.synchronize();
  std::vector<int> from(m);
  std::iota(from.begin(), from.end(), 0);
  for (int i = m - 1; i >= 0; i--) std::swap(from[i], from[pivots[i] - 1]);
  cycles_.send(context_, from);
  cycles_.run(context_, columns, ld, x);
}

void LuInverse::invert_upper(int m, double* b) {
  GPUINV_CUSOLVER(cusolverDnXtrtri(
      context_.cusolver(), CUBLAS_FILL_MODE_UPPER, CUBLAS_DIAG_NON_UNIT, m,
      CUDA_R_64F, b, static_cast<std::int64_t>(kernels::leading_dimension(m)),
      work_.data(), work_.size(), host_work_.data(), host_work_.size(),
      info_.data()));
}

// Solves X*L = inv(U) for columns first..first+count-1 of X; the later ones are
// known.  Subtracts their products with L below the block, then divides by the
// block's triangle.
void LuInverse::divide_by_lower(int m, int first, int count, double* b) {
  const int ld = static_cast<int>(kernels::leading_dimension(m));
  const int next = first + count, rest = m - next;
  double* x = b + static_cast<std::size_t>(first) * ld;
  const double one = 1.0, minus = -1.0;
  GPUINV_CUDA(kernels::launch_move_upper(context_.launch(), m, first, count, b,
                                         panel_.data()));
  if (rest > 0)
    GPUINV_CUBLAS(cublasDgemm(context_.cublas(), CUBLAS_OP_N, CUBLAS_OP_N, m,
                              count, rest, &minus,
                              b + static_cast<std::size_t>(next) * ld, ld,
                              panel_.data() + next, ld, &one, x, ld));
  GPUINV_CUBLAS(cublasDtrsm(
      context_.cublas(), CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
      CUBLAS_DIAG_UNIT, m, count, &one, panel_.data() + first, ld, x, ld));
}

int LuInverse::invert(int m, double* b) {
  const int info = factorize(m, b);
  if (info > 0) return info;
  invert_upper(m, b);
  for (int first = (m - 1) / kPanel * kPanel; first >= 0; first -= kPanel)
    divide_by_lower(m, first, std::min(kPanel, m - first), b);
  undo_pivoting(m, m, kernels::leading_dimension(m), b);
  return 0;
}

}  // namespace gpuinv::device
