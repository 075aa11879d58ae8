// cuda_backend.cpp (the CUDA plugin, seen from the library)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "cuda_backend.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <utility>

#include "beside.hpp"
#include "cuda_inverse.hpp"
#include "cuda_tableau.hpp"
#include "error.hpp"

namespace gpuinv {
namespace {

// The table, or NULL and why.
const gpuinv_plugin* open_plugin(std::string* why) {
  void* handle =
      dlopen(beside("libgpuinv-cuda.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    *why = std::string("no CUDA back end (") + dlerror() + ")";
    return nullptr;
  }
  const auto get =
      reinterpret_cast<gpuinv_get_plugin_t>(dlsym(handle, "gpuinv_get_plugin"));
  const gpuinv_plugin* plugin =
      get != nullptr ? get(GPUINV_PLUGIN_VERSION) : nullptr;
  if (plugin == nullptr || plugin->size < sizeof(gpuinv_plugin)) {
    *why = "CUDA back end is of another version";
    return nullptr;
  }
  return plugin;
}

}  // namespace

CudaBackend::~CudaBackend() {
  if (owner_ != getpid()) return;  // a child leaves the parent's device alone
  for (const auto& [kind, tableau] : tableaus_)
    plugin_->tableau_destroy(tableau);
  for (const auto& [device, context] : contexts_)
    plugin_->context_destroy(context);
}

bool CudaBackend::foreign() const { return owner_ != 0 && owner_ != getpid(); }

void CudaBackend::require_owner() const {
  if (foreign())
    throw Error(GPUINV_CANNOT, "the GPU belongs to the parent process");
}

void CudaBackend::claim() {
  require_owner();
  owner_ = getpid();
}

const gpuinv_plugin& CudaBackend::plugin() {
  require_owner();
  if (plugin_ == nullptr && failure_.empty()) {
    plugin_ = open_plugin(&failure_);
    if (plugin_ != nullptr) owner_ = getpid();
  }
  if (plugin_ == nullptr) throw Error(GPUINV_CANNOT, failure_);
  return *plugin_;
}

int CudaBackend::device_count() {
  int count = 0;
  gpuinv_error_text err = {};
  const int status = plugin().device_count(&count, &err);
  if (status != GPUINV_OK)
    throw Error(GPUINV_CANNOT, std::string("no CUDA device: ") + err.text);
  return count;
}

gpuinv_device_info CudaBackend::device_info(int device, bool with_memory) {
  const auto known = infos_.find(device);
  if (known != infos_.end() && !with_memory) return known->second;
  gpuinv_device_info info = {};
  gpuinv_error_text err = {};
  const int status = plugin().device_info(device, with_memory, &info, &err);
  if (status != GPUINV_OK)
    throw Error(static_cast<gpuinv_status>(status), err.text);
  if (!with_memory) infos_[device] = info;
  return info;
}

void* CudaBackend::context(int device) {
  const auto known = contexts_.find(device);
  if (known != contexts_.end()) return known->second;
  void* context = nullptr;
  gpuinv_error_text err = {};
  const int status = plugin().context_create(device, &context, &err);
  if (status != GPUINV_OK)
    throw Error(static_cast<gpuinv_status>(status), err.text);
  contexts_[device] = context;
  return context;
}

void CudaBackend::require_device(int device) {
  const int count = device_count();
  if (device >= count)
    throw Error(GPUINV_CANNOT, "CUDA device " + std::to_string(device) +
                                   " does not exist, there are " +
                                   std::to_string(count));
}

std::unique_ptr<BasisInverse> CudaBackend::create(
    int device, const BasisInverse::Limits& limits) {
  require_device(device);
  return std::make_unique<CudaInverse>(*this, context(device), limits);
}

std::unique_ptr<Tableau> CudaBackend::create_tableau(int device, Form form) {
  require_device(device);
  return std::make_unique<CudaTableau>(*this, device, form);
}

void* CudaBackend::take_tableau(int device, Form form) {
  void* tableau = std::exchange(tableaus_[{device, form}], nullptr);
  if (tableau != nullptr) return tableau;
  gpuinv_error_text err = {};
  const int status = plugin().tableau_create(
      context(device), form == Form::kInverse, 0, 0, &tableau, &err);
  if (status != GPUINV_OK)
    throw Error(static_cast<gpuinv_status>(status), err.text);
  return tableau;
}

void CudaBackend::give_tableau_back(int device, Form form,
                                    void* tableau) noexcept {
  void*& place = tableaus_.at({device, form});
  const bool rests = plugin_->tableau_rest(tableau, nullptr) == GPUINV_OK;
  if (rests && place == nullptr)
    place = tableau;
  else
    plugin_->tableau_destroy(tableau);
}

}  // namespace gpuinv
