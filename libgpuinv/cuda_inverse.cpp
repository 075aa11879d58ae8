// cuda_inverse.cpp (basis inverse on a device, through the plugin)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "cuda_inverse.hpp"

#include <unistd.h>

#include <cstdint>

#include "error.hpp"

namespace gpuinv {
namespace {

// Outcomes pass, failures become exceptions.
gpuinv_status outcome(int status, const gpuinv_error_text& err) {
  if (status > GPUINV_LIMIT)
    throw Error(static_cast<gpuinv_status>(status), err.text);
  return static_cast<gpuinv_status>(status);
}

}  // namespace

CudaInverse::CudaInverse(CudaBackend& backend, void* context,
                         const Limits& limits)
    : BasisInverse(limits),
      backend_(backend),
      plugin_(backend.plugin()),
      owner_(getpid()) {
  static_assert(kSlots == GPUINV_PLUGIN_SLOTS, "slots of the plugin");
  gpuinv_error_text err = {};
  outcome(plugin_.inverse_create(context, limits.pivots, &inverse_, &err), err);
}

CudaInverse::~CudaInverse() {
  if (owner_ == getpid()) plugin_.inverse_destroy(inverse_);
}

std::size_t CudaInverse::do_bytes_needed(int m) {
  backend_.require_owner();
  return plugin_.bytes_needed(inverse_, m);
}

// The plugin itself compares with the free memory when it allocates.
std::size_t CudaInverse::do_bytes_available() { return SIZE_MAX; }

gpuinv_status CudaInverse::do_factorize(SparseColumns& b, double* norm) {
  backend_.require_owner();
  gpuinv_error_text err = {};
  const std::vector<std::size_t>& ptr = b.compress();
  return outcome(plugin_.factorize(inverse_, b.size(), ptr.data(),
                                   b.all_indices(), b.all_values(), norm, &err),
                 err);
}

void CudaInverse::do_ftran(int slot, const SparseVector& a, double* y) {
  backend_.require_owner();
  gpuinv_error_text err = {};
  outcome(plugin_.ftran(inverse_, slot, a.nnz(), a.ind.data(), a.val.data(), y,
                        &err),
          err);
}

void CudaInverse::do_btran(const SparseVector& a, double* y) {
  backend_.require_owner();
  gpuinv_error_text err = {};
  outcome(plugin_.btran(inverse_, a.nnz(), a.ind.data(), a.val.data(), y, &err),
          err);
}

void CudaInverse::do_update(int k, int slot, const double* alpha, bool is_own) {
  backend_.require_owner();
  gpuinv_error_text err = {};
  outcome(plugin_.update(inverse_, k, slot, is_own ? nullptr : alpha, &err),
          err);
}

}  // namespace gpuinv
