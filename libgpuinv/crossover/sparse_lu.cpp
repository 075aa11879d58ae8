// sparse_lu.cpp (UMFPACK behind a class)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/sparse_lu.hpp"

#include <umfpack.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/vendors/blas_guard.hpp"
#include "libgpuinv/vendors/vendors.hpp"

namespace gpuinv {
namespace {

void require(int status, const char* what) {
  if (status == UMFPACK_OK || status == UMFPACK_WARNING_singular_matrix) return;
  if (status == UMFPACK_ERROR_out_of_memory)
    throw Error(GPUINV_NOMEM, std::string("sparse LU: no memory for ") + what);
  throw Error(GPUINV_INTERNAL, std::string("sparse LU: ") + what + " failed (" +
                                   std::to_string(status) + ")");
}

struct Symbolic {
  void* object = nullptr;
  ~Symbolic() { vendors().umfpack_free_symbolic(&object); }
};

struct Numeric {
  void* object = nullptr;
  ~Numeric() { vendors().umfpack_free_numeric(&object); }
};

}  // namespace

// Upper bounds: what UMFPACK works in and, beside that, a copy of the factors
// and its transpose.
void SparseLu::require_memory(const double* info, bool factors,
                              std::size_t memory) {
  constexpr double kElement = sizeof(double) + sizeof(int);
  double bytes =
      info[UMFPACK_PEAK_MEMORY_ESTIMATE] * info[UMFPACK_SIZE_OF_UNIT];
  if (factors)
    bytes += 2 * kElement *
             (info[UMFPACK_LNZ_ESTIMATE] + info[UMFPACK_UNZ_ESTIMATE]);
  require_bytes("sparse LU factors", bytes, memory);
}

SparseLu::SparseLu(const ColumnMatrix& a, double share, bool scaled,
                   bool factors, std::size_t memory, Pivots pivots)
    : row(a.rows), column(a.columns), pivot(std::min(a.rows, a.columns)) {
  if (a.start[a.columns] == 0) {
    set_zero(factors);
    return;
  }
  double control[UMFPACK_CONTROL], info[UMFPACK_INFO];
  vendors().umfpack_defaults(control);
  control[UMFPACK_PIVOT_TOLERANCE] = share;
  control[UMFPACK_STRATEGY] = UMFPACK_STRATEGY_UNSYMMETRIC;
  control[UMFPACK_SCALE] = scaled ? UMFPACK_SCALE_MAX : UMFPACK_SCALE_NONE;
  control[UMFPACK_SINGLETONS] = pivots == Pivots::kLarge ? 0.0 : 1.0;
  // A front that grows is held twice.  What it does not use is not touched.
  control[UMFPACK_FRONT_ALLOC_INIT] = 1.0;
  Symbolic symbolic;
  require(vendors().umfpack_symbolic(a.rows, a.columns, a.start, a.row, a.value,
                                     &symbolic.object, control, info),
          "the analysis");
  require_memory(info, factors, memory);
  Numeric numeric;
  {
    const BlasGuard guard(info[UMFPACK_FLOPS_ESTIMATE]);
    require(vendors().umfpack_numeric(a.start, a.row, a.value, symbolic.object,
                                      &numeric.object, control, info),
            "the factors");
  }
  flops = info[UMFPACK_FLOPS];
  int reciprocal = 0;
  if (factors) {
    row_scale.resize(a.rows);
    l.start.resize(a.rows + 1);
    u.start.resize(a.columns + 1);
    l.index.resize(static_cast<std::size_t>(info[UMFPACK_LNZ]));
    l.value.resize(l.index.size());
    u.index.resize(static_cast<std::size_t>(info[UMFPACK_UNZ]));
    u.value.resize(u.index.size());
  }
  const auto to = [factors](auto& v) { return factors ? v.data() : nullptr; };
  require(vendors().umfpack_get_numeric(
              to(l.start), to(l.index), to(l.value), to(u.start), to(u.index),
              to(u.value), row.data(), column.data(), pivot.data(), &reciprocal,
              to(row_scale), numeric.object),
          "a copy of the factors");
  if (!reciprocal)
    for (double& r : row_scale) r = 1.0 / r;
}

// UMFPACK refuses a matrix without elements.
void SparseLu::set_zero(bool factors) {
  std::iota(row.begin(), row.end(), 0);
  std::iota(column.begin(), column.end(), 0);
  if (!factors) return;
  row_scale.assign(row.size(), 1.0);
  l.start.assign(row.size() + 1, 0);
  u.start.assign(column.size() + 1, 0);
}

}  // namespace gpuinv
