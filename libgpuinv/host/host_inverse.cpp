// host/host_inverse.cpp (basis inverse by LAPACK and plain loops)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "host_inverse.hpp"

#include <algorithm>

#include "../error.hpp"
#include "dense_ops.hpp"
#include "host_memory.hpp"
#include "lapack.hpp"

namespace gpuinv {
namespace {

constexpr int kBlock = 64;  // columns of dgetri's workspace

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

std::size_t HostInverse::do_bytes_needed(int m) {
  const std::size_t rows = m;
  return sizeof(double) * rows * (rows + kBlock + 8) +
         host::PendingChanges::bytes_needed(m, most_pending(m));
}

// Memory that this object holds already is not needed again.
std::size_t HostInverse::do_bytes_available() {
  return host_bytes_available() + sizeof(double) * capacity_;
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
  pivots_.resize(m);
  work_.resize(static_cast<std::size_t>(m) * kBlock);
  omega_.resize(m);
  bk_.resize(m);
  rhs_.assign(m, 0.0);
  pending_.reset(m, most_pending(m));
}

// A basis of slacks: one entry per row and column, inverted in place.
bool HostInverse::invert_diagonal(const SparseColumns& b) {
  const int m = b.size();
  std::vector<bool> taken(m, false);
  for (int j = 0; j < m; j++) {
    if (b.length(j) != 1 || taken[b.indices(j)[0]]) return false;
    taken[b.indices(j)[0]] = true;
  }
  std::fill(binv_.get(), binv_.get() + static_cast<std::size_t>(m) * m, 0.0);
  for (int j = 0; j < m; j++)
    binv_[j * static_cast<std::size_t>(m) + b.indices(j)[0]] =
        1.0 / b.values(j)[0];
  return true;
}

// B stored row-major is B' to LAPACK, whose inverse inv(B)' is inv(B)
// row-major again.
gpuinv_status HostInverse::do_factorize(SparseColumns& b, double* norm) {
  const int m = b.size();
  resize(m);
  if (invert_diagonal(b)) {
    *norm = host::column_abs_sum(m, m, binv_.get());
    return GPUINV_OK;
  }
  host::scatter_columns(b, m, binv_.get());
  int info = 0;
  dgetrf_(&m, &m, binv_.get(), &m, pivots_.data(), &info);
  if (info > 0) return GPUINV_SINGULAR;
  const int lwork = m * kBlock;
  if (info == 0)
    dgetri_(&m, binv_.get(), &m, pivots_.data(), work_.data(), &lwork, &info);
  if (info > 0) return GPUINV_SINGULAR;
  if (info < 0)
    throw Error(GPUINV_INTERNAL,
                "LAPACK refused argument " + std::to_string(-info));
  *norm = host::column_abs_sum(m, m, binv_.get());
  return GPUINV_OK;
}

// y := op(inv(B)) * a by dgemv, to which row-major is transposed.
void HostInverse::multiply(char trans, const SparseVector& a, double* y) {
  const int one = 1;
  const double unit = 1.0, zero = 0.0;
  for (int t = 0; t < a.nnz(); t++) rhs_[a.ind[t]] = a.val[t];
  dgemv_(&trans, &m_, &m_, &unit, binv_.get(), &m_, rhs_.data(), &one, &zero, y,
         &one);
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

void HostInverse::do_update(int k, int, const double* alpha) {
  if (most_pending(m_) > 1) {
    pending_.append(k, alpha, binv_.get());
    if (pending_.full()) pending_.fold(binv_.get());
    return;
  }
  host::eta(m_, m_, k, alpha, binv_.get(), omega_.data(), bk_.data());
  host::rank_one(m_, m_, omega_.data(), bk_.data(), binv_.get());
}

}  // namespace gpuinv
