// infinite_normal.cpp (Cholesky-infinity on a device, for comparison only)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/infinite_normal.hpp"

#include <algorithm>
#include <utility>

#include "libgpuinv/device/buffer.hpp"
#include "tests/bench/infinite_factor.hpp"

namespace gpuinv::bench {
namespace {

using device::Context;

constexpr int kPanel = 128;

}  // namespace

InfiniteNormal::InfiniteNormal(
    std::shared_ptr<Context> context, const ColumnMatrix& a,
    std::shared_ptr<const device::DeviceMatrix> matrix, int* infinite)
    : context_(std::move(context)),
      layout_(kernels::full_layout(a.rows)),
      assembly_(*context_, a, std::move(matrix), device::SparseSums::kByCost),
      infinite_(infinite) {
  context_->cublas();
  const std::size_t bytes = assembly_.bytes_needed() + 8 * layout_.elements();
  device::require_memory("normal equations", a.rows, bytes);
  const double m = a.rows;
  cost_.nnz_a = a.start[a.columns];
  cost_.nnz_s = cost_.nnz_l = 0.5 * m * (m + 1.0);
  cost_.flops = m * m * m / 3.0 + 2.0 * assembly_.plan().products;
  cost_.bytes = static_cast<double>(bytes);
  assembly_.prepare();
  s_.grow(layout_.elements());
  block_.grow(std::size_t{kPanel} * kPanel);
}

bool InfiniteNormal::factorize(const double* d, const double* r) {
  assembly_.run(d, r, layout_, s_.data());
  for (int first = 0; first < layout_.m; first += kPanel)
    factorize_panel(first, std::min(kPanel, layout_.m - first));
  context_->synchronize();
  return true;
}

// Factorizes the diagonal block on the host, then
//   L21 := S21*inv(L11'),   S22 := S22 - L21*L21'.
void InfiniteNormal::factorize_panel(int first, int count) {
  const std::size_t ld = layout_.ld;
  double* const s11 = s_.data() + first * (ld + 1);
  const std::size_t width = count * sizeof(double);
  const auto copy = [&](double* to, std::size_t to_ld, const double* from,
                        std::size_t from_ld) {
    GPUINV_CUDA(cudaMemcpy2DAsync(to, 8 * to_ld, from, 8 * from_ld, width,
                                  count, cudaMemcpyDefault,
                                  context_->stream()));
    context_->synchronize();
  };
  copy(block_.data(), kPanel, s11, ld);
  *infinite_ += factorize_with_infinity(count, block_.data(), kPanel);
  copy(s11, ld, block_.data(), kPanel);
  const int rest = layout_.m - first - count;
  if (rest == 0) return;
  const double one = 1.0, minus = -1.0;
  const int ldi = static_cast<int>(ld);
  double* const s21 = s11 + count;
  GPUINV_CUBLAS(cublasDtrsm(context_->cublas(), CUBLAS_SIDE_RIGHT,
                            CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T,
                            CUBLAS_DIAG_NON_UNIT, rest, count, &one, s11, ldi,
                            s21, ldi));
  GPUINV_CUBLAS(cublasDsyrk(context_->cublas(), CUBLAS_FILL_MODE_LOWER,
                            CUBLAS_OP_N, rest, count, &minus, s21, ldi, &one,
                            s21 + count * ld, ldi));
}

void InfiniteNormal::scale(double* x) {
  GPUINV_CUBLAS(cublasDdgmm(context_->cublas(), CUBLAS_SIDE_LEFT, layout_.m, 1,
                            x, layout_.m, assembly_.scale(), 1, x, layout_.m));
}

// x := C*inv(L*L')*C*x; assembly has made C*S*C.
void InfiniteNormal::solve(double* x) {
  scale(x);
  for (const cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T})
    GPUINV_CUBLAS(cublasDtrsv(context_->cublas(), CUBLAS_FILL_MODE_LOWER, op,
                              CUBLAS_DIAG_NON_UNIT, layout_.m, s_.data(),
                              static_cast<int>(layout_.ld), x, 1));
  scale(x);
}

}  // namespace gpuinv::bench
