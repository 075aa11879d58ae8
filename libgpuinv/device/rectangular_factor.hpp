// rectangular_factor.hpp (Cholesky factor in full or packed storage)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "kernels/layout.hpp"
#include "kernels/triangular_solve.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/spread_cholesky.hpp"

namespace gpuinv::device {

// S = L*L' in the storage of a SymmetricLayout, in one of two precisions T at a
// time.  With S = [S11 . ; S21 S22] and L alike:
//   S11 = L11*L11' (POTRF),      L21 = S21*inv(L11') (TRSM),
//   S22 - L21*L21' (SYRK) = L22*L22' (POTRF).
// Order of calls: grow; fill matrix<T>(); factorize<T>(); then solve<T> any
// number of times.
class RectangularFactor {
 public:
  RectangularFactor(Context& context, const kernels::SymmetricLayout& layout);

  const kernels::SymmetricLayout& layout() const { return layout_; }
  // Returns the device bytes that grow allocates.
  std::size_t bytes_needed();
  void grow();
  // From now on these cards, of which the first is that of the context, compute
  // the factor in double precision.  Only in full storage. DeviceError(CANNOT):
  // see SpreadCholesky::grow.
  void share(Cards cards, int width = SpreadCholesky::kWidth);
  int cards() const { return shared_ == nullptr ? 1 : shared_->cards(); }

  template <class T>
  T* matrix() {
    return reinterpret_cast<T*>(matrix_.data());
  }
  // Queued.  *flag, on the device, is set to 1 if the factor is wholly or
  // partly unusable; else it does not change.
  template <class T>
  void factorize(int* flag);
  // x := C*inv(L*L')*C*x with C = diag(scale); x[m] and scale[m].  Queued.
  template <class T>
  void solve(const double* scale, double* x);

 private:
  struct Workspace {
    std::size_t device, host;  // bytes
  };
  Workspace workspace();
  std::size_t solve_bytes() const;
  template <class T>
  void potrf(cublasFillMode_t part, int n, T* a, int* flag);
  template <class T>
  kernels::Triangle<T> triangle(int which);
  template <class T>
  T* inverse(int which);

  Context& context_;
  kernels::SymmetricLayout layout_;
  DeviceBuffer<double> matrix_, inverse_;
  DeviceBuffer<char> work_, solve_;
  DeviceBuffer<int> info_;
  std::vector<char> host_work_;
  std::unique_ptr<SpreadCholesky> shared_;  // null: one card
};

}  // namespace gpuinv::device
