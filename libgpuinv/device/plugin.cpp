// plugin.cpp (the C table of libgpuinv-cuda.so)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

// Every entry checks its arguments, calls the C++ class and turns what is
// thrown into a status and a text: nothing but C crosses.

#include "libgpuinv/device/plugin.h"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "libgpuinv/device/device_inverse.hpp"
#include "libgpuinv/device/plugin_border.hpp"
#include "libgpuinv/device/plugin_interior.hpp"
#include "libgpuinv/device/plugin_tableau.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

DeviceInverse& inverse_of(void* handle) {
  require(handle != nullptr, "inverse is a null pointer");
  DeviceInverse& inverse = *static_cast<DeviceInverse*>(handle);
  inverse.context().require_owner();
  return inverse;
}

DeviceInverse& factorized(void* handle) {
  DeviceInverse& inverse = inverse_of(handle);
  if (inverse.size() == 0) {
    throw DeviceError(GPUINV_STATE, "there is no inverse on the device");
  }
  return inverse;
}

void check_vector(int m, const HostVector& a, const double* y) {
  require(y != nullptr, "result vector is a null pointer");
  if (a.nnz < 0 || a.nnz > m) {
    throw DeviceError(GPUINV_INVALID, "vector has " + std::to_string(a.nnz) +
                                          " entries, m is " +
                                          std::to_string(m));
  }
  require(a.nnz == 0 || a.val != nullptr, "values are a null pointer");
  if (a.nnz == 0 || a.nnz == m) return;
  require(a.ind != nullptr, "indices are a null pointer");
  int last = -1;
  for (int t = 0; t < a.nnz; t++) {
    if (a.ind[t] <= last || a.ind[t] >= m) {
      throw DeviceError(GPUINV_INVALID,
                        "index " + std::to_string(a.ind[t]) +
                            " is out of range or not ascending, entry " +
                            std::to_string(t));
    }
    last = a.ind[t];
  }
}

void check_slot(int slot) {
  require(slot >= 0 && slot < DeviceInverse::kSlots, "slot is out of range");
}

std::string release_text(int version) {
  return std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

// "13.1.0" from cublasGetProperty or cusolverGetProperty.
template <class GetProperty>
std::string property_text(GetProperty get) {
  int major = 0, minor = 0, patch = 0;
  get(MAJOR_VERSION, &major);
  get(MINOR_VERSION, &minor);
  get(PATCH_LEVEL, &patch);
  return std::to_string(major) + "." + std::to_string(minor) + "." +
         std::to_string(patch);
}

int device_count_checked() {
  int count = 0;
  GPUINV_CUDA(cudaGetDeviceCount(&count));
  if (count < 1) throw DeviceError(GPUINV_CANNOT, "no CUDA device");
  return count;
}

void require_device(int device) {
  const int count = device_count_checked();
  if (device >= 0 && device < count) return;
  throw DeviceError(GPUINV_CANNOT, "no CUDA device " + std::to_string(device) +
                                       ", there are " + std::to_string(count));
}

void fill_info(int device, bool with_memory, gpuinv_device_info* info) {
  cudaDeviceProp properties;
  GPUINV_CUDA(cudaGetDeviceProperties(&properties, device));
  *info = gpuinv_device_info();
  std::snprintf(info->name, sizeof info->name, "%s", properties.name);
  info->major = properties.major;
  info->minor = properties.minor;
  info->multiprocessors = properties.multiProcessorCount;
  info->total_bytes = properties.totalGlobalMem;
  if (!with_memory) return;
  const ScopedDevice here(device);
  std::size_t total = 0;
  GPUINV_CUDA(cudaMemGetInfo(&info->free_bytes, &total));
}

std::string singular_text(const DeviceInverse::Factorized& result) {
  if (result.zero_pivot == 0) return "inverse is not finite";
  return "pivot " + std::to_string(result.zero_pivot) + " is zero";
}

// The entries of the table, in its order.

void versions(char* text, std::size_t size) {
  if (text == nullptr || size == 0) return;
  text[0] = '\0';
  guarded(nullptr, [&] {
    int runtime = 0, driver = 0;
    GPUINV_CUDA(cudaRuntimeGetVersion(&runtime));
    GPUINV_CUDA(cudaDriverGetVersion(&driver));
    const std::string line = "CUDA run time " + release_text(runtime) +
                             ", driver " +
                             (driver == 0 ? "none" : release_text(driver)) +
                             ", cuBLAS " + property_text(cublasGetProperty) +
                             ", cuSOLVER " + property_text(cusolverGetProperty);
    std::snprintf(text, size, "%s", line.c_str());
    return GPUINV_OK;
  });
}

int device_count(int* count, gpuinv_error_text* err) {
  return guarded(err, [&] {
    require(count != nullptr, "count is a null pointer");
    *count = device_count_checked();
    return GPUINV_OK;
  });
}

int device_info(int device, int with_memory, gpuinv_device_info* info,
                gpuinv_error_text* err) {
  return guarded(err, [&] {
    require(info != nullptr, "info is a null pointer");
    require_device(device);
    fill_info(device, with_memory != 0, info);
    return GPUINV_OK;
  });
}

int context_create(int device, void** context, gpuinv_error_text* err) {
  return guarded(err, [&] {
    require(context != nullptr, "context is a null pointer");
    *context = nullptr;
    require_device(device);
    auto handle = std::make_unique<ContextHandle>();
    handle->context = std::make_shared<Context>(device);
    *context = handle.release();
    return GPUINV_OK;
  });
}

// In a child process nothing is destroyed: CUDA must not be called there.
void context_destroy(void* context) {
  ContextHandle* handle = static_cast<ContextHandle*>(context);
  if (handle == nullptr || !handle->context->owned_by_this_process()) return;
  delete handle;
}

int inverse_create(void* context, int pivots, void** inverse,
                   gpuinv_error_text* err) {
  return guarded(err, [&] {
    require(inverse != nullptr, "inverse is a null pointer");
    *inverse = nullptr;
    require(context != nullptr, "context is a null pointer");
    require(pivots >= 0, "pivots are negative");
    const auto& shared = static_cast<ContextHandle*>(context)->context;
    shared->require_owner();
    const ScopedDevice here(shared->device());
    *inverse = std::make_unique<DeviceInverse>(shared, pivots).release();
    return GPUINV_OK;
  });
}

void inverse_destroy(void* inverse) {
  DeviceInverse* object = static_cast<DeviceInverse*>(inverse);
  if (object == nullptr || !object->context().owned_by_this_process()) return;
  delete object;
}

std::size_t bytes_needed(void* inverse, int m) {
  std::size_t bytes = 0;
  if (m < 1) return bytes;
  guarded(nullptr, [&] {
    bytes = inverse_of(inverse).bytes_needed(m);
    return GPUINV_OK;
  });
  return bytes;
}

int factorize(void* inverse, int m, const std::size_t* ptr, const int* ind,
              const double* val, double* norm, gpuinv_error_text* err) {
  return guarded(err, [&] {
    DeviceInverse& object = inverse_of(inverse);
    require(m >= 1, "m is not positive");
    require(ptr != nullptr && norm != nullptr, "null pointer");
    require(ptr[m] == 0 || (ind != nullptr && val != nullptr),
            "entries are a null pointer");
    *norm = 0.0;
    require(ptr[0] == 0, "columns do not start at entry 0");
    std::vector<HostColumn> columns(m);
    for (int j = 0; j < m; j++) {
      columns[j] = {ptr[j + 1] - ptr[j], ind + ptr[j], val + ptr[j]};
    }
    const auto result = object.factorize(HostColumns{m, m, 0, columns.data()});
    if (result.singular) {
      set_text(err, singular_text(result).c_str());
      return GPUINV_SINGULAR;
    }
    *norm = result.norm;
    return GPUINV_OK;
  });
}

int ftran(void* inverse, int slot, int nnz, const int* ind, const double* val,
          double* y, gpuinv_error_text* err) {
  return guarded(err, [&] {
    DeviceInverse& object = factorized(inverse);
    const HostVector a{nnz, ind, val};
    check_slot(slot);
    check_vector(object.size(), a, y);
    object.ftran(slot, a, y);
    return GPUINV_OK;
  });
}

int btran(void* inverse, int nnz, const int* ind, const double* val, double* y,
          gpuinv_error_text* err) {
  return guarded(err, [&] {
    DeviceInverse& object = factorized(inverse);
    const HostVector a{nnz, ind, val};
    check_vector(object.size(), a, y);
    object.btran(a, y);
    return GPUINV_OK;
  });
}

int update(void* inverse, int k, int slot, const double* alpha,
           gpuinv_error_text* err) {
  return guarded(err, [&] {
    DeviceInverse& object = factorized(inverse);
    check_slot(slot);
    require(k >= 0 && k < object.size(), "column to replace is out of range");
    if (!object.slot_valid(slot)) {
      throw DeviceError(GPUINV_STATE, "slot " + std::to_string(slot) +
                                          " holds no FTRAN by this inverse");
    }
    object.update(k, slot, alpha);
    return GPUINV_OK;
  });
}

constexpr gpuinv_plugin kPlugin = {
    sizeof(gpuinv_plugin),
    GPUINV_PLUGIN_VERSION,
    versions,
    device_count,
    device_info,
    context_create,
    context_destroy,
    inverse_create,
    inverse_destroy,
    bytes_needed,
    factorize,
    ftran,
    btran,
    update,
    tableau_create,
    tableau_destroy,
    tableau_rest,
    tableau_needs,
    tableau_build,
    tableau_push,
    tableau_pull,
    tableau_iterate,
    tableau_multiply,
    interior_sparse,
    interior_create,
    interior_destroy,
    interior_step,
    interior_keep,
    interior_point,
};

}  // namespace
}  // namespace gpuinv::device

const gpuinv_plugin* gpuinv_get_plugin(int version) {
  return version == GPUINV_PLUGIN_VERSION ? &gpuinv::device::kPlugin : nullptr;
}
