// device_tableau.hpp (simplex tableau on the device)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_DEVICE_DEVICE_TABLEAU_HPP
#define GPUINV_DEVICE_DEVICE_TABLEAU_HPP

#include <cstddef>
#include <memory>

#include "kernels/tableau_plan.hpp"
#include "kernels/tableau_view.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/device_buffer.hpp"
#include "libgpuinv/device/pinned_buffer.hpp"
#include "libgpuinv/device/plugin.h"
#include "libgpuinv/device/tableau_builder.hpp"
#include "libgpuinv/device/tableau_sketch.hpp"
#include "libgpuinv/device/tableau_vectors.hpp"

namespace gpuinv::device {

enum class Method { kPrimal, kDual };

// T = T0 + U*V of simplex/tableau.hpp.  Order of calls: build, push, then
// iterate and pull in any number; multiply at any time after build.  No
// change is pending between calls.  Every method selects the device for
// its own length.  Errors are DeviceError or std::bad_alloc.
class DeviceTableau {
 public:
  DeviceTableau(std::shared_ptr<Context> context,
                const kernels::TableauWish& wish);
  ~DeviceTableau();
  DeviceTableau(const DeviceTableau&) = delete;
  DeviceTableau& operator=(const DeviceTableau&) = delete;

  const Context& context() const { return *context_; }
  int rows() const { return m_; }  // 0 without a tableau
  bool has_state() const { return has_state_; }
  const kernels::TableauPlan& plan() const { return plan_; }

  // Device bytes for m rows and nn non-basic columns, and those that are
  // free or ours.
  std::size_t bytes_needed(int m, int nn);
  std::size_t bytes_available();

  // Gives the tableau up, and the memory too unless it is little.
  void rest();

  // False if the basis is singular: there is no tableau then.
  bool build(const gpuinv_tableau_matrix& matrix);

  void push(const gpuinv_tableau_state& state);
  void pull(const gpuinv_tableau_state& state);

  // At most `budget` iterations (pivots and flips).
  kernels::TableauResult iterate(Method method, int budget,
                                 const kernels::TableauTolerances& tol);

  // y[m] := T*z, z[nn+1];  v[nn+1] := T'*w, w[m]
  void multiply(const double* z, double* y);
  void multiply_transposed(const double* w, double* v);

  // T0 := T0 + U*V of the first k pending changes, queued.
  void fold(int k);

 private:
  kernels::TableauPlan plan_for(int m, int nn) const;
  void reserve(int m, int nn);
  void grow(int m, int nn, const kernels::TableauPlan& plan);
  void release() noexcept;
  std::size_t bytes() const;
  kernels::TableauView view();
  void sketch(Method method);
  bool fold_pending();
  void own_fold(int k, const int* count);
  void gemv(cublasOperation_t op, const double* x, int nx, double* y, int ny);

  std::shared_ptr<Context> context_;
  kernels::TableauWish wish_;
  std::size_t shared_limit_ = 0;
  int fold_most_ = 0;            // K that our own kernel folds
  std::size_t total_bytes_ = 0;  // of the device
  std::size_t granted_ = 0;      // bytes that were found to be there
  int m_ = 0, columns_ = 0;      // columns: nn+1
  std::size_t ld_ = 0;
  bool has_state_ = false;
  kernels::TableauPlan plan_{};
  TableauBuilder builder_;
  DeviceBuffer<double> t0_;  // m rows of ld
  DeviceBuffer<double> u_;   // m rows of K
  DeviceBuffer<double> v_;   // nn+1 columns of K
  TableauVectors row_vectors_, column_vectors_;
  TableauSketch sketch_;
  DeviceBuffer<kernels::ExchangeWord> slots_;
  DeviceBuffer<unsigned> epoch_;
  DeviceBuffer<int> pending_;  // changes of the latest iterations
  PinnedBuffer<kernels::TableauResult> result_;
  DeviceBuffer<double> x_, y_;  // of a product
  PinnedBuffer<double> pinned_;
};

}  // namespace gpuinv::device

#endif
