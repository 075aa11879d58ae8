// invert_dense.cpp (inverse of a dense matrix by LAPACK)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/host/invert_dense.hpp"

#include <string>
#include <vector>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/vendors/blas_guard.hpp"
#include "libgpuinv/vendors/vendors.hpp"

namespace gpuinv::host {
namespace {

constexpr int kBlock = 64;  // columns of dgetri's workspace

// Up to so many operations, one call of dgetri does all.
constexpr double kWhole = 3e8;

}  // namespace

std::size_t invert_dense_bytes(int m) {
  return static_cast<std::size_t>(m) *
         (Stepwise::kWork * sizeof(double) + sizeof(int));
}

bool invert_dense(int m, double* a, const Stepwise& steps) {
  std::vector<int> pivots(m);
  if (!steps.factorize(m, {a, m}, pivots.data())) return false;
  if (2.0 * m * m * m > kWhole) {
    steps.invert(m, {a, m}, pivots.data());
    return true;
  }
  const int lwork = m * kBlock;
  std::vector<double> work(lwork);
  int info = 0;
  const BlasGuard guard(2.0 * m * m * m);
  vendors().dgetri(&m, a, &m, pivots.data(), work.data(), &lwork, &info);
  if (info < 0)
    throw Error(GPUINV_INTERNAL,
                "LAPACK refused argument " + std::to_string(-info));
  return info == 0;
}

}  // namespace gpuinv::host
