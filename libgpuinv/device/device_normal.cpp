// device_normal.cpp (creates normal equations on a device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/device_normal.hpp"

#include "libgpuinv/device/device_normal_dense.hpp"
#include "libgpuinv/gpuinv.h"
#ifdef HAVE_CUDSS
#include "libgpuinv/device/device_normal_sparse.hpp"
#endif

namespace gpuinv::device {
namespace {

// If a device does more than so many FP32 operations in the time of one FP64
// operation, single-precision factors are worth their additional iterations.
constexpr int kSlowDouble = 8;

bool wants_single(const Context& context, Precision precision) {
  if (precision != Precision::kAuto) {
    return precision == Precision::kMixed;
  }
  int ratio = 1;
  GPUINV_CUDA(cudaDeviceGetAttribute(
      &ratio, cudaDevAttrSingleToDoublePrecisionPerfRatio, context.device()));
  return ratio > kSlowDouble;
}

std::unique_ptr<NormalEquations> create_sparse(
    const std::shared_ptr<Context>& context, const ColumnMatrix& a,
    bool repeat) {
#ifdef HAVE_CUDSS
  return std::make_unique<DeviceNormalSparse>(context, a, repeat);
#else
  static_cast<void>(a);
  static_cast<void>(repeat);
  throw DeviceError(GPUINV_CANNOT, "built without cuDSS for device " +
                                       std::to_string(context->device()));
#endif
}

std::unique_ptr<NormalEquations> create_dense(
    const std::shared_ptr<Context>& context, const ColumnMatrix& a,
    const std::shared_ptr<const DeviceMatrix>& matrix, DenseStorage storage,
    Precision precision) {
  auto normal =
      std::make_unique<DeviceNormalDense>(context, a, matrix, storage);
  if (wants_single(*context, precision)) normal->begin_single();
  return normal;
}

}  // namespace

std::string sparse_library() {
#ifdef HAVE_CUDSS
  try {
    const CudssLibrary library;
    int part[3] = {};
    library.GetProperty(MAJOR_VERSION, &part[0]);
    library.GetProperty(MINOR_VERSION, &part[1]);
    library.GetProperty(PATCH_LEVEL, &part[2]);
    return "cuDSS " + std::to_string(part[0]) + "." + std::to_string(part[1]) +
           "." + std::to_string(part[2]) + " in " + library.path;
  } catch (const Error& e) {
    return e.what();
  }
#else
  return "no cuDSS: built without its headers";
#endif
}

bool offers_sparse() {
#ifdef HAVE_CUDSS
  try {
    const CudssLibrary library;
    return true;
  } catch (const Error&) {
    return false;
  }
#else
  return false;
#endif
}

std::unique_ptr<NormalEquations> create_device_normal(
    const std::shared_ptr<Context>& context, const ColumnMatrix& a,
    const std::shared_ptr<const DeviceMatrix>& matrix, NormalKind form,
    Precision precision, bool repeat) {
  if (form == NormalKind::kSparse) return create_sparse(context, a, repeat);
  return create_dense(
      context, a, matrix,
      form == NormalKind::kPacked ? DenseStorage::kPacked : DenseStorage::kFull,
      precision);
}

}  // namespace gpuinv::device
