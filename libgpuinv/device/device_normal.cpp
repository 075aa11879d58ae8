// device_normal.cpp (the normal equations that suit a matrix and a device)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "libgpuinv/device/device_normal.hpp"

#include "libgpuinv/device/device_normal_dense.hpp"
#include "libgpuinv/device/normal_products.hpp"
#include "libgpuinv/gpuinv.h"
#include "libgpuinv/interior/normal_pattern.hpp"
#ifdef HAVE_CUDSS
#include "libgpuinv/device/device_normal_sparse.hpp"
#endif

namespace gpuinv::device {
namespace {

// Rows up to which a dense factor takes a few milliseconds: less than the
// analysis of a sparse one.
constexpr int kFewRows = 6500;

// Share of a dense triangle's entries above which its factor is as good as
// dense, and of its operations that take a sparse one as long.
constexpr double kDenseEntries = 0.1, kDenseFlops = 0.1;

// FP32 operations of a device per FP64 operation, above which factors in
// single precision are worth their additional iterations.
constexpr int kSlowDouble = 8;

bool wants_single(const Context& context, PrecisionChoice precision) {
  if (precision != PrecisionChoice::kAuto) {
    return precision == PrecisionChoice::kMixed;
  }
  int ratio = 1;
  GPUINV_CUDA(cudaDeviceGetAttribute(
      &ratio, cudaDevAttrSingleToDoublePrecisionPerfRatio, context.device()));
  return ratio > kSlowDouble;
}

std::unique_ptr<NormalEquations> create_sparse(
    const std::shared_ptr<Context>& context, const ColumnMatrix& a) {
#ifdef HAVE_CUDSS
  return std::make_unique<DeviceNormalSparse>(context, a);
#else
  static_cast<void>(a);
  throw DeviceError(GPUINV_CANNOT, "built without cuDSS for device " +
                                       std::to_string(context->device()));
#endif
}

std::unique_ptr<NormalEquations> create_dense(
    const std::shared_ptr<Context>& context, const ColumnMatrix& a,
    DenseStorage storage, PrecisionChoice precision) {
  auto normal = std::make_unique<DeviceNormalDense>(context, a, storage);
  if (wants_single(*context, precision)) normal->begin_single();
  return normal;
}

// Null if a dense factor is no slower, as far as the pattern can tell, or
// if there is no sparse one.
std::unique_ptr<NormalEquations> try_sparse(
    const std::shared_ptr<Context>& context, const ColumnMatrix& a) {
  const double m = a.rows, triangle = 0.5 * m * (m + 1.0);
  if (a.rows <= kFewRows || product_count(a) > m * m) return nullptr;
  const NormalPattern pattern(a);
  if (static_cast<double>(pattern.row.size()) > kDenseEntries * triangle) {
    return nullptr;
  }
  try {
    auto sparse = create_sparse(context, a);
    if (sparse->cost().flops > kDenseFlops * m * m * m / 3.0) return nullptr;
    return sparse;
  } catch (const Error& error) {
    if (error.status() == GPUINV_CANNOT) return nullptr;
    throw;
  }
}

}  // namespace

std::unique_ptr<NormalEquations> create_device_normal(
    const std::shared_ptr<Context>& context, const ColumnMatrix& a,
    NormalChoice choice, PrecisionChoice precision) {
  switch (choice) {
    case NormalChoice::kSparse:
      return create_sparse(context, a);
    case NormalChoice::kDense:
      return create_dense(context, a, DenseStorage::kFull, precision);
    case NormalChoice::kPacked:
      return create_dense(context, a, DenseStorage::kPacked, precision);
    case NormalChoice::kAuto:
      break;
  }
  if (auto sparse = try_sparse(context, a)) return sparse;
  try {
    return create_dense(context, a, DenseStorage::kFull, precision);
  } catch (const Error& error) {
    if (error.status() != GPUINV_CANNOT) throw;
    return create_dense(context, a, DenseStorage::kPacked, precision);
  }
}

}  // namespace gpuinv::device
