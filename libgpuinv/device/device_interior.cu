// device_interior.cu (interior point method in device memory)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/system_error.h>
#include <thrust/transform_reduce.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/device_interior.hpp"
#include "libgpuinv/device/device_matrix.hpp"
#include "libgpuinv/gpuinv.h"
#include "libgpuinv/interior/space_method.hpp"

namespace gpuinv::device {

// f(0), ..., f(n-1), g(0), ... for one kernel.
template <class F, class G>
struct OneAfterTheOther {
  int n;
  F f;
  G g;
  GPUINV_HD auto operator()(int k) const { return k < n ? f(k) : g(k - n); }
};

// A Space of interior/space.hpp, only for translation units of nvcc.  The
// device of the context must be current whenever it is used.
class DeviceSpace {
 public:
  template <class T>
  using Vector = DeviceBuffer<T>;

  DeviceSpace(std::shared_ptr<Context> context,
              std::shared_ptr<const DeviceMatrix> matrix)
      : context_(std::move(context)), matrix_(std::move(matrix)) {}

  // The matrix of the form, which is on the device already.
  class Matrix {
   public:
    Matrix(const DeviceSpace& space, const ColumnMatrix&)
        : context_(space.context_), matrix_(space.matrix_) {}
    void multiply(const double* x, double* y) const {
      matrix_->multiply(*context_, x, y);
    }
    void multiply_transposed(const double* y, double* x) const {
      matrix_->multiply_transposed(*context_, y, x);
    }
    void multiply_squares(const double* x, double* y) const {
      matrix_->multiply_squares(*context_, x, y);
    }

   private:
    std::shared_ptr<Context> context_;
    std::shared_ptr<const DeviceMatrix> matrix_;
  };

  // Calls f(0), ..., f(n-1) on the device; queued.
  template <class F>
  void for_each(int n, F f) const {
    try {
      thrust::for_each_n(
          thrust::cuda::par_nosync(context_->scratch()).on(context_->stream()),
          thrust::counting_iterator<int>(0), n, f);
    } catch (const thrust::system_error& error) {
      fail(error);
    }
  }
  template <class F, class G>
  void for_each(int n, F f, int m, G g) const {
    for_each(n + m, OneAfterTheOther<F, G>{n, f, g});
  }
  // Reduces f(0), ..., f(n-1) by op; waits for the result.
  template <class T, class F, class Op>
  T reduce(int n, F f, T init, Op op) const {
    const thrust::counting_iterator<int> first(0);
    try {
      return thrust::transform_reduce(
          thrust::cuda::par(context_->scratch()).on(context_->stream()), first,
          first + n, f, init, op);
    } catch (const thrust::system_error& error) {
      fail(error);
    }
  }
  template <class T, class F, class G, class Op>
  T reduce(int n, F f, int m, G g, T init, Op op) const {
    return reduce(n + m, OneAfterTheOther<F, G>{n, f, g}, init, op);
  }
  template <class T>
  static T* raw(Vector<T>& v) {
    return v.data();
  }
  template <class T>
  static const T* raw(const Vector<T>& v) {
    return v.data();
  }
  template <class T>
  void upload(const std::vector<T>& from, Vector<T>* to) const {
    send(*context_, from, to);
  }
  template <class T>
  void download(const Vector<T>& from, std::vector<T>* to) const {
    to->resize(from.size());
    if (to->empty()) return;
    receive(*context_, from.data(), from.size(), to->data());
  }

 private:
  [[noreturn]] static void fail(const thrust::system_error& error) {
    cudaGetLastError();
    throw DeviceError(GPUINV_DEVICE,
                      std::string("interior point: ") + error.what());
  }

  std::shared_ptr<Context> context_;
  std::shared_ptr<const DeviceMatrix> matrix_;
};

std::unique_ptr<InteriorMethod> create_device_interior(
    const std::shared_ptr<Context>& context, const BoundedForm& form,
    std::shared_ptr<const DeviceMatrix> matrix,
    std::unique_ptr<NormalEquations> normal, const Norms& norms,
    int correctors) {
  return std::make_unique<SpaceMethod<DeviceSpace>>(
      DeviceSpace(context, std::move(matrix)), form, std::move(normal), norms,
      correctors);
}

}  // namespace gpuinv::device
