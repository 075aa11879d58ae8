// deferred_inverse.hpp (inverse on the device, its changes deferred)
// SPDX-License-Identifier: GPL-3.0-or-later

// inv(B) = B0 + U*V' with up to K changes of rank one pending, one column of
// U and of V each (kernels/pending.hpp).  A change touches U, V and one row
// of B0; after K of them one product folds them into B0.  Bytes that must
// move, over the 4.8 TB/s of an H200, in microseconds a change, for K = 128:
//
//   m       fold: 16 m^2/K   append: 4 m K + 64 m   both   at once: 16 m^2
//    1000             0.03                   0.12   0.15               3.3
//    4000              0.4                    0.5    0.9                53
//   16000              6.7                    1.9    8.6               853
//   32000               27                    3.8     30              3413
//
// but 2 m^2 operations a change at 60 TFLOP/s take 8.5 at m = 16000, a fold
// no less than 17, a launch 2, and each FTRAN and BTRAN reads 4 m K bytes
// more, by two launches more.

#pragma once

#include <cstddef>

#include "kernels/add_product.hpp"
#include "kernels/layout.hpp"
#include "kernels/pending.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/device_buffer.hpp"

namespace gpuinv::device {

// Order of calls: grow, fill base(), start, then ftran, btran, replace and
// fold in any number.  The device of the context is current; everything is
// queued on its stream but norm, which waits.
class DeferredInverse {
 public:
  explicit DeferredInverse(Context& context);

  // Device bytes that grow leads to; K = most.
  static std::size_t bytes_needed(int m, int most);
  std::size_t bytes() const;
  void grow(int m, int most);
  void release() noexcept;

  // B0, row-major in the padded layout of kernels/layout.hpp.
  double* base() { return base_.data(); }
  // base() is inv(B) of m rows; K = most, from 1 (every change at once,
  // element by element) to kernels::kMostPending.
  void start(int m, int most);
  // 1-norm of base(), of m rows; NaN if any element is.
  double norm(int m);

  // y := inv(B)*a, y[m]; y := inv(B')*a, y[leading_dimension(m)]; a not
  // empty.
  void ftran(const kernels::DeviceVector& a, double* y);
  void btran(const kernels::DeviceVector& a, double* y);

  // inv(B) after column p of B was replaced by one of which alpha[m] is the
  // FTRAN, alpha[p] no zero.
  void replace(int p, const double* alpha);

  int pending() const { return pending_.k; }
  // None is pending any more.
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
  int fold_most_ = 0;  // largest k of our own fold kernel
  kernels::Pending pending_{};
  DeviceBuffer<double> base_;       // matrix_elements(m)
  DeviceBuffer<double> factors_;    // U, V: padded_rows(m)*pitch each
  DeviceBuffer<double> omega_;      // padded_rows(m), of changes at once
  DeviceBuffer<double> bk_;         // leading_dimension(m), likewise
  DeviceBuffer<double> parts_;      // partial sums of rows or columns
  DeviceBuffer<double> weights_;    // kAddProductWorkspace
  DeviceBuffer<unsigned> readers_;  // of append_change
};

}  // namespace gpuinv::device
