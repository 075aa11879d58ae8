// lu_inverse.cpp (inverse of a dense matrix from LU factors)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/lu_inverse.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "kernels/inversion.hpp"
#include "kernels/layout.hpp"
#include "libgpuinv/device/context.hpp"

namespace gpuinv::device {
namespace {

// Columns of a panel: enough for a matrix product at full rate.
constexpr int kPanel = 256;

std::size_t panel_elements(int m) {
  return std::min(m, kPanel) * kernels::leading_dimension(m);
}

}  // namespace

Workspace LuInverse::upper_workspace(int m) {
  Workspace upper{0, 0};
  void* place = lu_.info();  // never read, but must not be null
  GPUINV_CUSOLVER(cusolverDnXtrtri_bufferSize(
      context_.cusolver(), CUBLAS_FILL_MODE_UPPER, CUBLAS_DIAG_NON_UNIT, m,
      CUDA_R_64F, place,
      static_cast<std::int64_t>(kernels::leading_dimension(m)), &upper.device,
      &upper.host));
  return upper;
}

std::size_t LuInverse::own_bytes(int m) {
  const std::size_t rows = m;
  return panel_elements(m) * sizeof(double) + DenseLu::own_bytes(m) +
         (2 * rows + 1) * sizeof(int);
}

std::size_t LuInverse::bytes_needed(int m) {
  const Workspace lu = lu_.workspace(m, m, kernels::leading_dimension(m));
  return own_bytes(m) + std::max(lu.device, upper_workspace(m).device);
}

void LuInverse::grow(int m) {
  cycles_.grow(m);
  panel_.grow(panel_elements(m));
  const std::size_t ld = kernels::leading_dimension(m);
  const Workspace upper = upper_workspace(m);
  if (upper_host_.size() < upper.host) upper_host_.resize(upper.host);
  lu_.grow(m, m, ld, upper.device);
}

int LuInverse::factorize(int m, double* b) {
  return lu_.factorize(m, m, kernels::leading_dimension(m), b);
}

// Undoes the exchanges of the factorization, the last one first, as one
// permutation.
void LuInverse::undo_pivoting(int m, int columns, std::size_t ld, double* x) {
  const std::vector<std::int64_t> pivots = lu_.exchanges(m);
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
      lu_.work().data(), lu_.work().size(), upper_host_.data(),
      upper_host_.size(), lu_.info()));
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

// Everything is queued before the factors are known to be regular: launches
// take the host half as long as their work takes the device.
int LuInverse::invert(int m, double* b) {
  lu_.start(m, m, kernels::leading_dimension(m), b);
  invert_upper(m, b);
  for (int first = (m - 1) / kPanel * kPanel; first >= 0; first -= kPanel)
    divide_by_lower(m, first, std::min(kPanel, m - first), b);
  const int info = lu_.wait();
  if (info > 0) return info;
  undo_pivoting(m, m, kernels::leading_dimension(m), b);
  return 0;
}

}  // namespace gpuinv::device
