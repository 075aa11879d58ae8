// cuda_inverse.hpp (basis inverse on a device, through the plugin)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_CUDA_INVERSE_HPP
#define GPUINV_CUDA_INVERSE_HPP

#include "basis_inverse.hpp"
#include "cuda_backend.hpp"

namespace gpuinv {

class CudaInverse final : public BasisInverse {
 public:
  CudaInverse(CudaBackend& backend, void* context, const Limits& limits);
  ~CudaInverse() override;
  const char* backend_name() const override { return "cuda"; }

 private:
  std::size_t do_bytes_needed(int m) override;
  std::size_t do_bytes_available() override;
  gpuinv_status do_factorize(SparseColumns& b, double* norm) override;
  void do_ftran(int slot, const SparseVector& a, double* y) override;
  void do_btran(const SparseVector& a, double* y) override;
  void do_update(int k, int slot, const double* alpha, bool is_own) override;

  CudaBackend& backend_;
  const gpuinv_plugin& plugin_;
  const pid_t owner_;
  void* inverse_ = nullptr;
};

}  // namespace gpuinv

#endif
