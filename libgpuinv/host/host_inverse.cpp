// host_inverse.cpp (basis inverse by LAPACK and plain loops)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/host/host_inverse.hpp"

#include <algorithm>

#include "libgpuinv/host/dense_ops.hpp"
#include "libgpuinv/host/host_memory.hpp"
#include "libgpuinv/host/host_peeled_inverse.hpp"

namespace gpuinv {
namespace {

// Gathered elements cost a cache line each, whereas a matrix-vector product
// reads memory in order.  Therefore gather only if m/nnz exceeds this number.
constexpr int kGatherShare = 8;

// K, the number of changes kept pending.  A pivot takes m*K operations for
// them, and m^2 for its share of the fold, at the rate of a matrix product.  So
// K grows with m until that rate is reached.  (On one core of a Xeon, for m =
// 64 ... 2000, dense and sparse: from m = 300 on, a pivot is three times as
// fast as with K = 1.)
constexpr int kRowsPerPending = 16;
constexpr int kMostPending = 32;

// A matrix-vector product waits for memory: its operations take as long as so
// many of a matrix product, by which BlasGuard decides on threads.
constexpr double kWaits = 15.0;

}  // namespace

int HostInverse::most_pending(int m) const {
  if (limits().pivots != 0) return limits().pivots;
  return std::clamp(m / kRowsPerPending, 1, kMostPending);
}

// Adds up inv(B), the workspace of its computation, and vectors.
std::size_t HostInverse::do_bytes_needed(int m) {
  const std::size_t rows = m;
  return needed_ = sizeof(double) * rows * (rows + 8) +
                   host::invert_basis_bytes(m) +
                   host::PendingChanges::bytes_needed(m, m, most_pending(m));
}

// Memory that this object already holds counts as available.
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
  const std::vector<HostColumn> columns = b.columns();
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

// y := op(inv(B)) * a by dgemv, to which the row-major matrix is transposed.
void HostInverse::multiply(char trans, const SparseVector& a, double* y) {
  for (int t = 0; t < a.nnz(); t++) rhs_[a.ind[t]] = a.val[t];
  const double m = m_;
  host::Stepwise({}, kWaits * 2.0 * m * m)
      .gemv(trans, m_, m_, {binv_.get(), m_}, rhs_.data(), y);
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
  const double m = m_;
  if (pending_.full())
    pending_.fold(binv_.get(),
                  host::Stepwise({}, 2.0 * m * m * most_pending(m_)));
}

}  // namespace gpuinv
