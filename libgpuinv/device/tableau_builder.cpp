// tableau_builder.cpp (T0 := inv(B)*[N b] on the device)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "libgpuinv/device/tableau_builder.hpp"

#include <numeric>

#include "kernels/find_nonfinite.hpp"
#include "kernels/layout.hpp"

namespace gpuinv::device {

std::size_t TableauBuilder::bytes_needed(int m) {
  return kernels::matrix_elements(m) * sizeof(double) +
         LuInverse::own_bytes(m) + ColumnUpload::bytes_needed(m) +
         TriangularRows::bytes_needed(m) + sizeof(int);
}

std::size_t TableauBuilder::bytes() const {
  return lu_.bytes() + factors_.bytes() + upload_.bytes() +
         triangular_.bytes() + flag_.bytes();
}

void TableauBuilder::release() noexcept {
  lu_.release();
  factors_.release();
  upload_.release();
  triangular_.release();
  flag_.release();
}

// Columns of B and of [N b].
void TableauBuilder::collect(const WorkingLp& lp, const SimplexBasis& basis) {
  basic_ = columns_of(lp, basis.basic);
  others_ = columns_of(lp, basis.nonbasic);
  all_rows_.resize(lp.m);
  std::iota(all_rows_.begin(), all_rows_.end(), lp.ind.base());
  others_.push_back(HostColumn{static_cast<std::size_t>(lp.m), all_rows_.data(),
                               lp.b.data()});
}

bool TableauBuilder::build(const WorkingLp& lp, const SimplexBasis& basis,
                           std::size_t ld, double* t0) {
  collect(lp, basis);
  const std::size_t nnz = lp.ptr[lp.n];
  upload_.grow(lp.m, lp.n, nnz + lp.m);
  flag_.grow(1);
  const HostColumns others{lp.m, lp.n - lp.m + 1, lp.ind.base(),
                           others_.data()};
  const HostColumns basic{lp.m, lp.m, lp.ind.base(), basic_.data()};
  if (triangular_.find(basic)) {
    triangular_.send();
    upload_.run(context_, others, ld, t0, triangular_.map());
    triangular_.run(ld, t0);
  } else {
    lu_.grow(lp.m);
    factors_.grow(kernels::matrix_elements(lp.m));
    upload_.run(context_, basic, kernels::leading_dimension(lp.m),
                factors_.data());
    upload_.run(context_, others, ld, t0);
    if (!solve(lp.m, lp.n - lp.m + 1, ld, t0)) return false;
  }
  return all_finite(lp.m, ld, t0);
}

bool TableauBuilder::solve(int m, int columns, std::size_t ld, double* t0) {
  if (lu_.factorize(m, factors_.data()) != 0) return false;
  const int lb = static_cast<int>(kernels::leading_dimension(m));
  const double one = 1.0;
  GPUINV_CUBLAS(cublasDtrsm(context_.cublas(), CUBLAS_SIDE_RIGHT,
                            CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N,
                            CUBLAS_DIAG_NON_UNIT, columns, m, &one,
                            factors_.data(), lb, t0, static_cast<int>(ld)));
  GPUINV_CUBLAS(cublasDtrsm(context_.cublas(), CUBLAS_SIDE_RIGHT,
                            CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                            CUBLAS_DIAG_UNIT, columns, m, &one, factors_.data(),
                            lb, t0, static_cast<int>(ld)));
  lu_.undo_pivoting(m, columns, ld, t0);
  return true;
}

bool TableauBuilder::all_finite(int m, std::size_t ld, const double* t0) {
  int found = 0;
  GPUINV_CUDA(cudaMemsetAsync(flag_.data(), 0, sizeof(int), context_.stream()));
  GPUINV_CUDA(kernels::launch_find_nonfinite(context_.launch(), m * ld, t0,
                                             flag_.data()));
  GPUINV_CUDA(cudaMemcpyAsync(&found, flag_.data(), sizeof(int),
                              cudaMemcpyDeviceToHost, context_.stream()));
  context_.synchronize();
  return found == 0;
}

}  // namespace gpuinv::device
