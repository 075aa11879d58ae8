// deferred_inverse.hpp (inverse on the device with deferred changes)
// SPDX-License-Identifier: GPL-3.0-or-later

// inv(B) = B0 + U*V' with up to K pending changes of rank one, each of which
// has one column of U and one of V (kernels/pending.hpp).  A change modifies U,
// V and one row of B0; after K changes one product folds them into B0.  The
// table gives the bytes that must move divided by the 4.8 TB/s of an H200, in
// microseconds per change, for K = 128:
//
//   m       fold: 16 m^2/K   append: 4 m K + 64 m   both   at once: 16 m^2
//    1000             0.03                   0.12   0.15               3.3
//    4000              0.4                    0.5    0.9                53
//   16000              6.7                    1.9    8.6               853
//   32000               27                    3.8     30              3413
//
// There are other costs, too.  The 2 m^2 operations per change at 60 TFLOP/s
// take 8.5 us at m = 16000, a fold at least 17 us, and a launch 2 us.  Each
// FTRAN and BTRAN reads 4 m K more bytes and needs two more launches.

#pragma once

#include <cstddef>

#include "kernels/layout.hpp"
#include "kernels/pending.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"

namespace gpuinv::device {

// Order of calls: grow, fill base(), start, then ftran, btran, replace and fold
// any number of times.  The device of the context must be current.  All calls
// are queued on its stream, except norm, which waits.
class DeferredInverse {
 public:
  explicit DeferredInverse(Context& context);

  // Returns the device bytes after grow; K = most.
  static std::size_t bytes_needed(int m, int most);
  std::size_t bytes() const {
    return bytes_of(base_, factors_, omega_, bk_, parts_, weights_, readers_);
  }
  void grow(int m, int most);
  void release() noexcept {
    pending_ = {};
    release_all(base_, factors_, omega_, bk_, parts_, weights_, readers_);
  }

  // Returns B0, row-major in the padded layout of kernels/layout.hpp.
  double* base() { return base_.data(); }
  // Declares base() to be inv(B) of m rows.  K = most, from 1 (every change is
  // applied at once, element by element) to kernels::kMostPending.
  void start(int m, int most);
  // Returns the 1-norm of base(), which has m rows; NaN if any element is NaN.
  double norm(int m);

  // y := inv(B)*a with y[m], and y := inv(B')*a with y[leading_dimension(m)]; a
  // must not be empty.
  void ftran(const kernels::DeviceVector& a, double* y);
  void btran(const kernels::DeviceVector& a, double* y);

  // Updates inv(B) after column p of B was replaced by a column whose FTRAN is
  // alpha[m]; alpha[p] must not be zero.
  void replace(int p, const double* alpha);

  int pending() const { return pending_.k; }
  // Folds all pending changes into B0.
  void fold();

 private:
  void gemv(cublasOperation_t op, const double* x, double* y);
  void add_product(const double* f, const double* g,
                   const kernels::DeviceVector& a, double* y);
  void append(int p, const double* alpha);
  void update(int p, const double* alpha);

  Context& context_;
  int m_ = 0, most_ = 1;
  std::size_t ld_ = 0;
  int fold_most_ = 0;  // largest k for our own fold kernel
  kernels::Pending pending_{};
  DeviceBuffer<double> base_;     // matrix_elements(m)
  DeviceBuffer<double> factors_;  // U, V: padded_rows(m)*pitch each
  DeviceBuffer<double> omega_;    // padded_rows(m), for changes applied at once
  DeviceBuffer<double> bk_;       // leading_dimension(m), for the same
  DeviceBuffer<double> parts_;    // partial sums of rows or columns
  DeviceBuffer<double> weights_;  // kAddProductWorkspace
  DeviceBuffer<unsigned> readers_;  // for append_change
};

}  // namespace gpuinv::device
