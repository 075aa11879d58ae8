// host/invert_dense.cpp (inverse of a dense matrix by LAPACK)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "invert_dense.hpp"

#include <string>
#include <vector>

#include "../error.hpp"
#include "lapack.hpp"

namespace gpuinv {
namespace host {
namespace {

constexpr int kBlock = 64;  // columns of dgetri's workspace

}  // namespace

std::size_t invert_dense_bytes(int m) {
  return m * (kBlock * sizeof(double) + sizeof(int));
}

bool invert_dense(int m, double* a) {
  std::vector<int> pivots(m);
  int info = 0;
  dgetrf_(&m, &m, a, &m, pivots.data(), &info);
  if (info == 0) {
    const int lwork = m * kBlock;
    std::vector<double> work(lwork);
    dgetri_(&m, a, &m, pivots.data(), work.data(), &lwork, &info);
  }
  if (info < 0)
    throw Error(GPUINV_INTERNAL,
                "LAPACK refused argument " + std::to_string(-info));
  return info == 0;
}

}  // namespace host
}  // namespace gpuinv
