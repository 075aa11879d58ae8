// tableau_builder.cpp (T0 := inv(B)*[N b] on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/tableau_builder.hpp"

#include <algorithm>
#include <numeric>

#include "kernels/flags.hpp"
#include "kernels/layout.hpp"

namespace gpuinv::device {

std::size_t TableauBuilder::bytes_needed(int m, int nucleus) {
  return kernels::matrix_elements(nucleus) * sizeof(double) +
         LuInverse::own_bytes(nucleus) + ColumnUpload::bytes_needed(m) +
         PeeledRows::bytes_needed(m) + sizeof(int);
}

// Collects the columns of B and those that inv(B) is multiplied by, [N b] or
// I.
void TableauBuilder::collect(const WorkingLp& lp, const SimplexBasis& basis,
                             Form form) {
  static constexpr double kOne = 1.0;
  basic_ = columns_of(lp, basis.basic);
  all_rows_.resize(lp.m);
  std::iota(all_rows_.begin(), all_rows_.end(), lp.ind.base());
  if (form == Form::kInverse) {
    others_.clear();
    for (const int& row : all_rows_) others_.push_back({1, &row, &kOne});
    return;
  }
  others_ = columns_of(lp, basis.nonbasic);
  others_.push_back(HostColumn{static_cast<std::size_t>(lp.m), all_rows_.data(),
                               lp.b.data()});
}

bool TableauBuilder::start(const WorkingLp& lp, const SimplexBasis& basis,
                           Form form) {
  collect(lp, basis, form);
  m_ = lp.m;
  base_ = lp.ind.base();
  const std::size_t nnz = lp.ptr[lp.n];
  upload_.grow(m_, lp.n, nnz + m_);
  flag_.grow(1);
  const HostColumns basic{m_, m_, base_, basic_.data()};
  is_peeled_ = peeled_.find(basic);
  nucleus_ = is_peeled_ ? peeled_.nucleus() : m_;
  if (is_peeled_) peeled_.send();
  return nucleus_ == 0 || factorize(basic);
}

// All m rows are uploaded; those that do not belong to K end below it.
bool TableauBuilder::factorize(const HostColumns& basic) {
  const std::size_t ld = kernels::leading_dimension(nucleus_);
  lu_.grow(nucleus_);
  factors_.grow(std::max(m_ * ld, kernels::matrix_elements(nucleus_)));
  if (is_peeled_) {
    std::vector<HostColumn> columns(nucleus_);
    for (int c = 0; c < nucleus_; c++)
      columns[c] = basic_[peeled_.nucleus_column(c)];
    upload_.run(context_, {m_, nucleus_, base_, columns.data()}, ld,
                factors_.data(), peeled_.nucleus_map());
  } else {
    upload_.run(context_, basic, ld, factors_.data());
  }
  return lu_.factorize(nucleus_, factors_.data()) == 0;
}

bool TableauBuilder::columns(int first, int count, std::size_t ld, double* t0) {
  const HostColumns others{m_, count, base_, others_.data() + first};
  if (is_peeled_) {
    upload_.run(context_, others, ld, t0, peeled_.map());
    peeled_.lower(ld, t0);
  } else {
    upload_.run(context_, others, ld, t0);
  }
  if (nucleus_ > 0) solve(count, ld, t0);
  if (is_peeled_) peeled_.upper(ld, t0);
  return all_finite(ld, t0);
}

bool TableauBuilder::build(const WorkingLp& lp, const SimplexBasis& basis,
                           std::size_t ld, double* t0) {
  return start(lp, basis, Form::kTableau) &&
         columns(0, lp.n - lp.m + 1, ld, t0);
}

// The first rows of t0 become those of inv(K)*t0.
void TableauBuilder::solve(int columns, std::size_t ld, double* t0) {
  const int lb = static_cast<int>(kernels::leading_dimension(nucleus_));
  const double one = 1.0;
  GPUINV_CUBLAS(cublasDtrsm(context_.cublas(), CUBLAS_SIDE_RIGHT,
                            CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N,
                            CUBLAS_DIAG_NON_UNIT, columns, nucleus_, &one,
                            factors_.data(), lb, t0, static_cast<int>(ld)));
  GPUINV_CUBLAS(cublasDtrsm(context_.cublas(), CUBLAS_SIDE_RIGHT,
                            CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                            CUBLAS_DIAG_UNIT, columns, nucleus_, &one,
                            factors_.data(), lb, t0, static_cast<int>(ld)));
  lu_.undo_pivoting(nucleus_, columns, ld, t0);
}

bool TableauBuilder::all_finite(std::size_t ld, const double* t0) {
  int found = 0;
  GPUINV_CUDA(cudaMemsetAsync(flag_.data(), 0, sizeof(int), context_.stream()));
  GPUINV_CUDA(kernels::launch_find_nonfinite(context_.launch(), m_ * ld, t0,
                                             flag_.data()));
  receive(context_, flag_.data(), 1, &found);
  return found == 0;
}

}  // namespace gpuinv::device
