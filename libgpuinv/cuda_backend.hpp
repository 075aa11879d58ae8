// cuda_backend.hpp (the CUDA plugin, seen from the library)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_CUDA_BACKEND_HPP
#define GPUINV_CUDA_BACKEND_HPP

#include <sys/types.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "basis_inverse.hpp"
#include "device/plugin.h"
#include "options.hpp"
#include "simplex/tableau.hpp"
#include "worker.hpp"

namespace gpuinv {

// libgpuinv-cuda.so, opened from the directory of libgpuinv.so.  One
// object per session; not for concurrent use.  A device context does not
// survive fork: in a child process of the one that first used the GPU
// every call throws Error(CANNOT) before it touches CUDA.
class CudaBackend {
 public:
  CudaBackend() = default;
  ~CudaBackend();
  CudaBackend(const CudaBackend&) = delete;
  CudaBackend& operator=(const CudaBackend&) = delete;

  // Opens the plugin; Error(CANNOT) says why there is none.
  const gpuinv_plugin& plugin();

  // Number of devices, at least 1; Error(CANNOT) if there is none.
  int device_count();
  gpuinv_device_info device_info(int device, bool with_memory);

  // Inverse on a device; Error(CANNOT) if it does not exist.  The result
  // must not outlive this object.
  std::unique_ptr<BasisInverse> create(int device,
                                       const BasisInverse::Limits& limits);

  // Simplex tableau on a device, in tableau or in inverse form, likewise.
  // What a past one left serves again: its making takes longer than the
  // solve of a small LP.
  std::unique_ptr<Tableau> create_tableau(int device, Form form);

  // The thread for what works with this object for long.
  Worker& worker() { return worker_; }

  // True in a child of the process that first used the GPU.
  bool foreign() const;
  // Throws in a child process.
  void require_owner() const;
  // Makes this the process that uses the GPU, before it does.
  void claim();

  // Whether this process works on the device already, so that it need not
  // wait for CUDA's start.
  bool started(int device) const {
    return !foreign() && contexts_.count(device) != 0;
  }

  // For what works on a device: Error(CANNOT) if it does not exist, and the
  // plugin's context on it.
  void require_device(int device);
  void* context(int device);

  // For tableaus: the plugin's object on a device, to be given back.
  void* take_tableau(int device, Form form);
  void give_tableau_back(int device, Form form, void* tableau) noexcept;

 private:
  const gpuinv_plugin* plugin_ = nullptr;
  std::string failure_;            // why opening failed, "" if not tried
  pid_t owner_ = 0;                // process that opened the plugin
  std::map<int, void*> contexts_;  // by device number
  // At rest, by device and form; NULL: in use or none.
  std::map<std::pair<int, Form>, void*> tableaus_;
  std::map<int, gpuinv_device_info> infos_;  // without free memory
  Worker worker_;
};

}  // namespace gpuinv

#endif
