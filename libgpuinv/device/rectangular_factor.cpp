// rectangular_factor.cpp (Cholesky factor in full or packed storage)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/rectangular_factor.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "kernels/flags.hpp"
#include "libgpuinv/device/blas.hpp"

namespace gpuinv::device {
namespace {

constexpr std::size_t kTickets = 64;  // bytes before the vectors of a solve

// Columns that one TRSM solves for; with more, matrix products are twice as
// fast.
constexpr int kTrsmColumns = 512;

// B := B*inv(L'), B is m by n.  With B = [B1 B2] and L = [L11 . ; L21 L22],
// first B1 is solved for, then B2 - B1*L21'.
template <class T>
void solve_halves(cublasHandle_t blas, int m, int n, const T* l,
                  std::size_t ldl, T* b, std::size_t ldb) {
  if (n <= kTrsmColumns) return solve_right(blas, m, n, l, ldl, b, ldb);
  const int n1 = static_cast<int>(kernels::round_up(n / 2, 64)), n2 = n - n1;
  T* b2 = b + n1 * ldb;
  solve_halves(blas, m, n1, l, ldl, b, ldb);
  add_product(blas, m, n2, n1, T(-1), b, ldb, l + n1, ldl, b2, ldb);
  solve_halves(blas, m, n2, l + n1 + n1 * ldl, ldl, b2, ldb);
}

constexpr cudaDataType type_of(double) { return CUDA_R_64F; }
constexpr cudaDataType type_of(float) { return CUDA_R_32F; }

}  // namespace

RectangularFactor::RectangularFactor(Context& context,
                                     const kernels::SymmetricLayout& layout)
    : context_(context), layout_(layout) {}

// The larger triangle in the larger precision needs the most workspace.
RectangularFactor::Workspace RectangularFactor::workspace() {
  Workspace most{0, 0};
  info_.grow(1);  // never read, but must not be null
  for (const cudaDataType type : {CUDA_R_64F, CUDA_R_32F})
    for (const auto part : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
      Workspace w{0, 0};
      GPUINV_CUSOLVER(cusolverDnXpotrf_bufferSize(
          context_.cusolver(), context_.cusolver_params(), part, layout_.split,
          type, info_.data(), layout_.ld, type, &w.device, &w.host));
      most = {std::max(most.device, w.device), std::max(most.host, w.host)};
    }
  return most;
}

std::size_t RectangularFactor::solve_bytes() const {
  return kTickets + 3 * sizeof(double) * layout_.m;
}

std::size_t RectangularFactor::bytes_needed() {
  const std::size_t doubles =
      layout_.elements() + kernels::triangle_inverse_elements(layout_.split) +
      kernels::triangle_inverse_elements(layout_.m - layout_.split);
  return doubles * sizeof(double) + workspace().device + solve_bytes() +
         sizeof(int);
}

void RectangularFactor::grow() {
  const Workspace w = workspace();
  matrix_.grow(layout_.elements());
  inverse_.grow(kernels::triangle_inverse_elements(layout_.split) +
                kernels::triangle_inverse_elements(layout_.m - layout_.split));
  work_.grow(std::max<std::size_t>(w.device, 1));
  solve_.grow(solve_bytes());
  if (host_work_.size() < w.host) host_work_.resize(w.host);
}

void RectangularFactor::share(Cards cards, int width) {
  auto shared =
      std::make_unique<SpreadCholesky>(std::move(cards), layout_.m, width);
  shared->grow();
  shared_ = std::move(shared);
}

// Return L11 or L22, and the inverses of its diagonal blocks.
template <class T>
kernels::Triangle<T> RectangularFactor::triangle(int which) {
  if (which == 0) {
    return {layout_.split, matrix<T>() + layout_.first, layout_.ld, false};
  }
  return {layout_.m - layout_.split, matrix<T>(), layout_.ld, true};
}

template <class T>
T* RectangularFactor::inverse(int which) {
  T* first = reinterpret_cast<T*>(inverse_.data());
  return which == 0 ? first
                    : first + kernels::triangle_inverse_elements(layout_.split);
}

template <class T>
void RectangularFactor::potrf(cublasFillMode_t part, int n, T* a, int* flag) {
  if constexpr (std::is_same_v<T, double>) {
    if (shared_ != nullptr) return shared_->factorize(a, layout_.ld, flag);
  }
  GPUINV_CUSOLVER(cusolverDnXpotrf(
      context_.cusolver(), context_.cusolver_params(), part, n, type_of(T()), a,
      layout_.ld, type_of(T()), work_.data(), work_.size(), host_work_.data(),
      host_work_.size(), info_.data()));
  GPUINV_CUDA(
      kernels::launch_raise_flag(context_.launch(), info_.data(), flag));
}

// The diagonal is checked as well, because POTRF does not report a NaN.
template <class T>
void RectangularFactor::factorize(int* flag) {
  const int n1 = layout_.split, n2 = layout_.m - n1;
  const std::size_t ld = layout_.ld;
  T* s11 = matrix<T>() + layout_.first;
  T* s21 = matrix<T>() + layout_.corner21();
  T* s22 = matrix<T>();
  potrf(CUBLAS_FILL_MODE_LOWER, n1, s11, flag);
  GPUINV_CUDA(kernels::launch_invert_diagonal_blocks(
      context_.launch(), triangle<T>(0), inverse<T>(0), flag));
  if (n2 == 0) return;
  const cublasHandle_t blas = context_.cublas();
  solve_halves(blas, n2, n1, s11, ld, s21, ld);
  syrk(blas, CUBLAS_FILL_MODE_UPPER, n2, n1, T(-1), s21, ld, T(1), s22, ld);
  potrf(CUBLAS_FILL_MODE_UPPER, n2, s22, flag);
  GPUINV_CUDA(kernels::launch_invert_diagonal_blocks(
      context_.launch(), triangle<T>(1), inverse<T>(1), flag));
}

// Solves first L*y = b for y, then L'*x = y for x, each in two parts.
template <class T>
void RectangularFactor::solve(const double* scale, double* x) {
  const kernels::Launch& launch = context_.launch();
  const int m = layout_.m, n1 = layout_.split, n2 = m - n1;
  GPUINV_CUDA(
      cudaMemsetAsync(solve_.data(), 0xff, solve_bytes(), launch.stream));
  int* ticket = reinterpret_cast<int*>(solve_.data());
  T* y = reinterpret_cast<T*>(solve_.data() + kTickets);
  T *z = y + m, *b = z + m;
  const T* s21 = matrix<T>() + layout_.corner21();
  const auto run = [&](int which, bool transposed, const T* rhs, T* result) {
    GPUINV_CUDA(kernels::launch_triangular_solve(launch, triangle<T>(which),
                                                 inverse<T>(which), transposed,
                                                 rhs, result, ticket++));
  };
  GPUINV_CUDA(kernels::launch_scale_down(launch, m, scale, x, b));
  run(0, false, b, y);
  if (n2 != 0) {
    const cublasHandle_t blas = context_.cublas();
    multiply(blas, CUBLAS_OP_N, n2, n1, T(-1), s21, layout_.ld, y, T(1),
             b + n1);
    run(1, false, b + n1, y + n1);
    run(1, true, y + n1, z + n1);
    multiply(blas, CUBLAS_OP_T, n2, n1, T(-1), s21, layout_.ld, z + n1, T(1),
             y);
  }
  run(0, true, y, z);
  GPUINV_CUDA(kernels::launch_scale_up(launch, m, scale, z, x));
}

template void RectangularFactor::factorize<double>(int*);
template void RectangularFactor::factorize<float>(int*);
template void RectangularFactor::solve<double>(const double*, double*);
template void RectangularFactor::solve<float>(const double*, double*);

}  // namespace gpuinv::device
