// cuda_tableau.hpp (simplex tableau on a device, through the plugin)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_CUDA_TABLEAU_HPP
#define GPUINV_CUDA_TABLEAU_HPP

#include "cuda_backend.hpp"
#include "simplex/tableau.hpp"

namespace gpuinv {

// Failures of device and memory are Error(CANNOT, NOMEM, DEVICE).  A matrix
// that is built from again has not changed.
class CudaTableau final : public Tableau {
 public:
  CudaTableau(CudaBackend& backend, int device, Form form);
  ~CudaTableau() override;
  CudaTableau(const CudaTableau&) = delete;
  CudaTableau& operator=(const CudaTableau&) = delete;

  std::size_t bytes_needed(int m, int nn, std::size_t nnz) override;
  int most_pending(int m, int nn) override;
  bool build(const WorkingLp& lp, const SimplexBasis& basis) override;
  bool reads_matrix() const override { return false; }
  void push(const TableauState& state) override;
  void pull(TableauState& state) override;
  Batch primal(int budget, const Tolerances& tol) override;
  Batch dual(int budget, const Tolerances& tol) override;
  void multiply(const double* z, double* y, const double* w,
                double* v) override;

 private:
  void check_lengths(const TableauState& state) const;
  Batch iterate(bool dual, int budget, const Tolerances& tol);

  CudaBackend& backend_;
  const gpuinv_plugin& plugin_;
  const pid_t owner_;
  const int device_;
  const Form form_;
  void* tableau_;
  std::size_t m_ = 0, nn_ = 0;      // of the last build
  const double* values_ = nullptr;  // of its matrix
};

}  // namespace gpuinv

#endif
