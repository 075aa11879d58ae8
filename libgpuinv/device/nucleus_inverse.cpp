// nucleus_inverse.cpp (inverse of a basis by that of its nucleus)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/nucleus_inverse.hpp"

#include "kernels/expand_inverse.hpp"
#include "kernels/layout.hpp"
#include "libgpuinv/device/send.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

// Row of the only entry of a slack's column, or -1.
int slack_row(const HostColumns& b, const HostColumn& column) {
  if (column.nnz != 1 || column.val[0] == 0.0) return -1;
  const unsigned row = static_cast<unsigned>(column.ind[0]) - b.base;
  return row < static_cast<unsigned>(b.m) ? static_cast<int>(row) : -1;
}

// The places not yet given come first, in their order, then the others.
void put_first(int count, std::vector<int>* place) {
  int next = 0;
  for (int& p : *place) p = p < 0 ? next++ : p + count;
}

}  // namespace

std::size_t NucleusInverse::bytes_needed(int m) {
  return lu_.bytes_needed(m) + ColumnUpload::bytes_needed(m) +
         DevicePeeledInverse::bytes_needed(m) +
         m * (2 * sizeof(int) + sizeof(double));
}

std::size_t NucleusInverse::bytes() const {
  return lu_.bytes() + work_.bytes() + upload_.bytes() + maps_.bytes() +
         divisors_.bytes() + peeled_.bytes();
}

void NucleusInverse::release() noexcept {
  lu_.release();
  work_.release();
  upload_.release();
  peeled_.release();
  maps_.release();
  divisors_.release();
}

void NucleusInverse::plan(const HostColumns& b) {
  nnz_ = 0;
  for (int j = 0; j < b.m; j++) nnz_ += b.column[j].nnz;
  peel(b);
  if (singletons_.find(b) && singletons_.work() < slack_work(b)) {
    way_ = Way::kPeeled;
    peeled_.plan(singletons_);
  } else {
    const bool all = nucleus_.size() == static_cast<std::size_t>(b.m);
    way_ = all ? Way::kDense : Way::kSlacks;
  }
}

void NucleusInverse::grow() {
  const std::size_t m = order_.size();
  const int slacks_nucleus = static_cast<int>(nucleus_.size());
  const int k = way_ == Way::kPeeled ? singletons_.nucleus() : slacks_nucleus;
  upload_.grow(static_cast<int>(m), static_cast<int>(m), nnz_);
  if (k > 0) lu_.grow(k);
  if (way_ == Way::kPeeled) {
    peeled_.grow();
    grow_work(peeled_.room());
  } else if (way_ == Way::kSlacks) {
    maps_.grow(2 * m);
    divisors_.grow(m);
    grow_work(m * kernels::leading_dimension(k));
  }
}

// Where there is no room for a nucleus beside the inverse, B is inverted in
// its place, as dense ones are.
void NucleusInverse::grow_work(std::size_t elements) {
  try {
    work_.grow(elements);
  } catch (const DeviceError& error) {
    if (error.status() != GPUINV_CANNOT) throw;
    way_ = Way::kDense;
    lu_.grow(static_cast<int>(order_.size()));
  }
}

void NucleusInverse::peel(const HostColumns& b) {
  order_.assign(b.m, -1);
  place_.assign(b.m, -1);
  divisor_.assign(b.m, 1.0);
  nucleus_.clear();
  int slacks = 0;
  for (int j = 0; j < b.m; j++) {
    const HostColumn& column = b.column[j];
    const int row = slack_row(b, column);
    if (row >= 0 && place_[row] < 0) {
      divisor_[row] = -column.val[0];
      order_[j] = place_[row] = slacks++;
    } else {
      nucleus_.push_back(column);
    }
  }
  put_first(b.m - slacks, &order_);
  put_first(b.m - slacks, &place_);
}

void NucleusInverse::send_order() {
  const std::size_t m = order_.size();
  send(context_, order_.data(), m, maps_.data());
  send(context_, place_.data(), m, maps_.data() + m);
  send(context_, divisor_.data(), m, divisors_.data());
}

// work_ := the first k columns of inv(B) in the order "nucleus, slacks".  The
// rows -inv(D)*E come from the upload; read by columns, as cuBLAS does, the
// product is inv(K)'*(-inv(D)*E)', which waits in the room of the inverse.
int NucleusInverse::invert_nucleus(const HostColumns& b, double* inverse) {
  const int k = static_cast<int>(nucleus_.size()), slacks = b.m - k;
  const std::size_t ld = kernels::leading_dimension(k);
  const int ldi = static_cast<int>(ld);
  double* below = work_.data() + k * ld;
  upload_.run(context_, {b.m, k, b.base, nucleus_.data()}, ld, work_.data(),
              {maps_.data() + b.m, divisors_.data()});
  const int zero_pivot = lu_.invert(k, work_.data());
  if (zero_pivot != 0) return zero_pivot;
  const double one = 1.0, zero = 0.0;
  GPUINV_CUBLAS(cublasDgemm(context_.cublas(), CUBLAS_OP_N, CUBLAS_OP_N, k,
                            slacks, k, &one, work_.data(), ldi, below, ldi,
                            &zero, inverse, ldi));
  GPUINV_CUDA(cudaMemcpyAsync(below, inverse, slacks * ld * sizeof(double),
                              cudaMemcpyDeviceToDevice, context_.stream()));
  return 0;
}

// Operations of matrix products if only slacks are peeled off.
double NucleusInverse::slack_work(const HostColumns& b) const {
  const double k = static_cast<double>(nucleus_.size()), slacks = b.m - k;
  return 2.0 * k * k * (k + slacks);
}

int NucleusInverse::invert_dense(const HostColumns& b, double* inverse) {
  const std::size_t ld = kernels::leading_dimension(b.m);
  const std::size_t elements = b.m * ld;
  upload_.run(context_, b, ld, inverse);
  GPUINV_CUDA(cudaMemsetAsync(
      inverse + elements, 0,
      (kernels::matrix_elements(b.m) - elements) * sizeof(double),
      context_.stream()));
  return lu_.invert(b.m, inverse);
}

int NucleusInverse::invert_slacks(const HostColumns& b, double* inverse) {
  const int k = static_cast<int>(nucleus_.size());
  send_order();
  const int zero_pivot = k > 0 ? invert_nucleus(b, inverse) : 0;
  if (zero_pivot != 0) return zero_pivot;
  GPUINV_CUDA(kernels::launch_expand_inverse(
      context_.launch(), b.m, k, work_.data(),
      {maps_.data(), maps_.data() + b.m, divisors_.data()}, inverse));
  return 0;
}

int NucleusInverse::invert(const HostColumns& b, double* inverse) {
  switch (way_) {
    case Way::kPeeled:
      return peeled_.invert(b, singletons_, work_.data(), inverse);
    case Way::kSlacks:
      return invert_slacks(b, inverse);
    case Way::kDense:
      break;
  }
  return invert_dense(b, inverse);
}

}  // namespace gpuinv::device
