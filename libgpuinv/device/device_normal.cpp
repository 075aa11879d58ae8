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

std::unique_ptr<NormalEquations> create_sparse(const Cards& cards,
                                               const ColumnMatrix& a,
                                               const DeviceNormal& wanted) {
#ifdef HAVE_CUDSS
  return std::make_unique<DeviceNormalSparse>(
      wanted.repeat ? Cards{cards.front()} : cards, a, wanted.repeat,
      wanted.repeat ? nullptr : wanted.ranks);
#else
  static_cast<void>(a);
  static_cast<void>(wanted);
  throw DeviceError(GPUINV_CANNOT, "built without cuDSS for device " +
                                       std::to_string(cards.front()->device()));
#endif
}

std::unique_ptr<NormalEquations> create_dense(
    const Cards& cards, const ColumnMatrix& a,
    const std::shared_ptr<const DeviceMatrix>& matrix,
    const DeviceNormal& wanted) {
  const bool packed = wanted.kind == NormalKind::kPacked;
  auto normal = std::make_unique<DeviceNormalDense>(
      cards.front(), a, matrix,
      packed ? DenseStorage::kPacked : DenseStorage::kFull);
  if (wants_single(*cards.front(), wanted.precision))
    normal->begin_single();
  else if (cards.size() > 1 && !packed)
    normal->share(cards);
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
    const Cards& cards, const ColumnMatrix& a,
    const std::shared_ptr<const DeviceMatrix>& matrix,
    const DeviceNormal& normal) {
  if (normal.kind == NormalKind::kSparse)
    return create_sparse(cards, a, normal);
  return create_dense(cards, a, matrix, normal);
}

}  // namespace gpuinv::device
