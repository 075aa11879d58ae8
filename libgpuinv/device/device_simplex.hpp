// device_simplex.hpp (simplex iterations on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <memory>

#include "kernels/inverse_plan.hpp"
#include "kernels/simplex_view.hpp"
#include "libgpuinv/base/machine.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/simplex_sketch.hpp"
#include "libgpuinv/device/simplex_vectors.hpp"
#include "libgpuinv/simplex/tableau.hpp"

namespace gpuinv::device {

enum class Method { kPrimal, kDual, kLongDual };  // dual with long steps

inline bool is_dual(Method method) { return method != Method::kPrimal; }
inline Steps steps_of(Method method) {
  return method == Method::kLongDual ? Steps::kLong : Steps::kShort;
}
inline Method dual_method(Steps steps) {
  return steps == Steps::kLong ? Method::kLongDual : Method::kDual;
}

// Adds the result of a launch to the sum of the results before it.
void add(const kernels::BatchResult& done, kernels::BatchResult* total);
Batch batch_of(const kernels::BatchResult& result);

// DeviceError(INVALID) unless all columns are in 0..n-1.
void require_columns(const SimplexBasis& basis, int n);

// The tableau in one of the two forms.  Between calls no change is pending.
// Every method selects the device and restores the caller's.  Errors are
// DeviceError or std::bad_alloc: CANNOT in a child of the process that created
// the context, STATE if the last build or iteration failed.
class DeviceSimplex : public Tableau {
 public:
  ~DeviceSimplex() override;
  DeviceSimplex(const DeviceSimplex&) = delete;
  DeviceSimplex& operator=(const DeviceSimplex&) = delete;

  int rows() const { return m_; }  // 0 if there is no tableau
  const kernels::SimplexPlan& plan() const { return shape_.plan; }

  std::size_t bytes_needed(int m, int nn, std::size_t nnz) override;
  int most_pending(int m, int nn) override;

  // Drops the tableau; keeps the memory if it is not too much.
  void rest();

  // A matrix at the same address as in the last build must not have changed; it
  // is not sent again.
  bool build(const WorkingLp& lp, const SimplexBasis& basis) override;
  bool reads_matrix() const override { return false; }
  double longest_batch() const override { return machine::kHungBatch; }

  void push(const SimplexState& state) override;
  void pull(SimplexState& state) override;
  void watch(SimplexWatch* watch) override { watch_ = watch; }

  Batch primal(int budget, const Tolerances& tol) override {
    return iterate(Method::kPrimal, budget, tol);
  }
  Batch dual(int budget, const Tolerances& tol, Steps steps) override {
    return iterate(dual_method(steps), budget, tol);
  }

  void multiply(const double* z, double* y, const double* w,
                double* v) override;

  // T0 or W0 += U*V for the first k pending changes, queued.
  void fold(int k);

  // In place of build: makes a tableau of this shape, whose T0 or W0, m rows of
  // stride() elements, the caller fills.
  void lay_out(int m, int nn);
  double* matrix() { return matrix_.data(); }
  std::size_t stride() const { return ld_; }

 protected:
  // The sizes of a tableau: nn columns, and the sizes that depend on the form.
  struct Shape {
    int nn;
    kernels::SimplexPlan plan;
    int positions;  // length of the columns' vectors
    int inner;      // columns of T0 or W0, and of V
    const char* name;
  };

  DeviceSimplex(std::shared_ptr<Context> context,
                const kernels::SimplexWish& wish);

  virtual Shape shape_for(int m, int nn) const = 0;
  virtual std::size_t own_bytes_needed(int m, int nn, std::size_t nnz) = 0;
  virtual std::size_t own_bytes() const = 0;
  virtual void grow_own(const WorkingLp& lp, const SimplexBasis& basis) = 0;
  virtual void release_own() noexcept = 0;
  // Computes T0 or W0 after grow.  Returns false if the basis is singular.
  virtual bool fill(const WorkingLp& lp, const SimplexBasis& basis) = 0;
  virtual void sketch(Method method) = 0;
  virtual cudaError_t launch(Method method, int limit,
                             const kernels::SimplexTolerances& tol) = 0;
  // The same as multiply for vectors on the device, queued.
  virtual void products(const double* z, double* y, const double* w,
                        double* v) = 0;

  // Returns workspace for fold's lists, or null if U and V are dense.
  virtual int* fold_lists() { return nullptr; }

  // Returns the wish; in inverse form K is at most what that kernel folds.
  kernels::SimplexWish inverse_wish() const {
    return {wish_.capacity == 0 ? fold_most_ : wish_.capacity, wish_.blocks};
  }

  // Returns how nonbasic variables are dealt to places of the columns' vectors.
  virtual kernels::Deal deal() const { return {}; }
  kernels::SimplexView view();
  // Queues a fold of as many changes as the queued iterations will leave, while
  // the host does not yet know their number.  Returns false if it must know.
  bool fold_pending();
  // y := op(M)*x on the device, where M = T0' or W0' is the buffer by columns.
  void gemv(cublasOperation_t op, const double* x, double* y);

  std::shared_ptr<Context> context_;
  const kernels::SimplexWish wish_;
  // Shared memory of a block, and of a block that makes long steps.
  std::size_t shared_limit_ = 0, long_limit_ = 0;
  const double* values_ = nullptr;  // values of the last build's matrix
  int m_ = 0;
  Shape shape_{};
  std::size_t ld_ = 0;
  DeviceBuffer<double> matrix_;  // T0 or W0, m rows of ld
  DeviceBuffer<double> u_;       // m rows of K
  DeviceBuffer<double> v_;       // inner columns of K
  SimplexVectors row_vectors_, column_vectors_;
  SimplexSketch sketch_;
  PinnedBuffer<kernels::BatchResult> result_;

 private:
  void require_tableau() const;
  void require_state() const;
  void reserve(const WorkingLp& lp, const SimplexBasis& basis);
  void pull_vectors(SimplexState& s);
  void look(const kernels::BatchResult& so_far);
  void make_room(int m, int nn, std::size_t need);
  Batch iterate(Method method, int budget, const Tolerances& tol);
  kernels::BatchResult run(Method method, int budget,
                           const kernels::SimplexTolerances& tol);
  void grow(int m, int nn);
  void release() noexcept;
  // Returns the bytes that are free or ours.
  std::size_t bytes_available();
  std::size_t bytes() const;
  void own_fold(int k, const int* count);

  int fold_most_ = 0;            // largest K that our own kernel folds
  std::size_t total_bytes_ = 0;  // of the device
  std::size_t granted_ = 0;      // bytes that are known to be available
  bool has_state_ = false;
  SimplexWatch* watch_ = nullptr;
  SimplexState shown_;  // for the observer
  DeviceBuffer<kernels::ExchangeWord> slots_;
  DeviceBuffer<unsigned> epoch_;
  DeviceBuffer<int> pending_;  // number of changes by the latest iterations
  DeviceBuffer<unsigned long long> falls_;  // of long steps
  DeviceBuffer<kernels::Flip> flips_;
  DeviceBuffer<double> products_;  // z and w, then y and v
  PinnedBuffer<double> host_products_;
};

}  // namespace gpuinv::device
