// host_inverse.cpp (basis inverse by LAPACK and plain loops)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/host/host_inverse.hpp"

#include <algorithm>

#include "libgpuinv/host/dense_ops.hpp"
#include "libgpuinv/host/host_memory.hpp"
#include "libgpuinv/host/host_peeled_inverse.hpp"
#include "libgpuinv/host/invert_dense.hpp"

namespace gpuinv {
namespace {

// Elements gathered at random cost a cache line each, a matrix-vector
// product streams: gather when it touches less than this share.
constexpr int kGatherShare = 8;

// Changes that are kept pending, K.  What a pivot does with them takes m*K
// operations, its share of the fold m^2 at the rate of a matrix product: K
// grows with m until that rate is reached (one core of a Xeon, m = 64 ... 2000,
// dense and sparse: three times faster a pivot than K = 1 from m = 300 on).
constexpr int kRowsPerPending = 16;
constexpr int kMostPending = 32;

}  // namespace

int HostInverse::most_pending(int m) const {
  if (limits().pivots != 0) return limits().pivots;
  return std::clamp(m / kRowsPerPending, 1, kMostPending);
}

// inv(B), what its computation takes, and vectors.
std::size_t HostInverse::do_bytes_needed(int m) {
  const std::size_t rows = m;
  return needed_ = sizeof(double) * rows * (rows + 8) +
                   host::invert_basis_bytes(m) +
                   host::PendingChanges::bytes_needed(m, m, most_pending(m));
}

// Memory that this object holds already is not needed again.
std::size_t HostInverse::do_bytes_available() {
  const std::size_t held = sizeof(double) * capacity_;
  if (needed_ <= held + kFewBytes) return needed_;
  return host_bytes_available() + held;
}

void HostInverse::resize(int m) {
  const std::size_t elements = static_cast<std::size_t>(m) * m;
  if (capacity_ < elements) {
    capacity_ = 0;
    binv_.reset();
    binv_.reset(new double[elements]);
    capacity_ = elements;
  }
  m_ = m;
  rhs_.assign(m, 0.0);
  pending_.reset(m, m, most_pending(m));
}

bool HostInverse::invert(const SparseColumns& b) {
  std::vector<HostColumn> columns(m_);
  for (int j = 0; j < m_; j++)
    columns[j] = {static_cast<std::size_t>(b.length(j)), b.indices(j),
                  b.values(j)};
  const double m = m_;
  return host::invert_basis({m_, m_, 0, columns.data()}, &order_, binv_.get(),
                            host::Stepwise({}, 2.0 * m * m * m));
}

gpuinv_status HostInverse::do_factorize(SparseColumns& b, double* norm) {
  resize(b.size());
  if (!invert(b)) return GPUINV_SINGULAR;
  *norm = host::column_abs_sum(m_, m_, binv_.get());
  return GPUINV_OK;
}

// y := op(inv(B)) * a by dgemv, to which row-major is transposed.
void HostInverse::multiply(char trans, const SparseVector& a, double* y) {
  for (int t = 0; t < a.nnz(); t++) rhs_[a.ind[t]] = a.val[t];
  host::Stepwise().gemv(trans, m_, m_, {binv_.get(), m_}, rhs_.data(), y);
  for (int t = 0; t < a.nnz(); t++) rhs_[a.ind[t]] = 0.0;
}

void HostInverse::do_ftran(int, const SparseVector& a, double* y) {
  if (kGatherShare * static_cast<long>(a.nnz()) < m_)
    host::gather_columns(m_, m_, binv_.get(), a, y);
  else
    multiply('T', a, y);
  pending_.add_ftran(a, y);
}

void HostInverse::do_btran(const SparseVector& a, double* y) {
  if (2 * static_cast<long>(a.nnz()) < m_)
    host::combine_rows(m_, m_, binv_.get(), a, y);
  else
    multiply('N', a, y);
  pending_.add_btran(a, y);
}

void HostInverse::do_update(int k, int, const double* alpha, bool) {
  pending_.append(k, alpha, binv_.get());
  if (pending_.full()) pending_.fold(binv_.get());
}

}  // namespace gpuinv
