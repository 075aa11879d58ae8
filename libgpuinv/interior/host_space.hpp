// host_space.hpp (vectors in host memory, used by one thread)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/transform_reduce.h>

#include <algorithm>
#include <vector>

#include "libgpuinv/interior/space.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

class HostSpace {
 public:
  template <class T>
  using Vector = std::vector<T>;

  class Matrix {
   public:
    Matrix(const HostSpace&, const ColumnMatrix& a) : a_(a) {}

    void multiply(const double* x, double* y) const {
      std::fill(y, y + a_.rows, 0.0);
      for (int j = 0; j < a_.columns; j++)
        for (int t = a_.start[j]; t < a_.start[j + 1]; t++)
          y[a_.row[t]] += a_.value[t] * x[j];
    }
    void multiply_transposed(const double* y, double* x) const {
      for (int j = 0; j < a_.columns; j++) {
        double sum = 0.0;
        for (int t = a_.start[j]; t < a_.start[j + 1]; t++)
          sum += a_.value[t] * y[a_.row[t]];
        x[j] = sum;
      }
    }
    void multiply_squares(const double* x, double* y) const {
      std::fill(y, y + a_.rows, 0.0);
      for (int j = 0; j < a_.columns; j++)
        for (int t = a_.start[j]; t < a_.start[j + 1]; t++)
          y[a_.row[t]] += a_.value[t] * a_.value[t] * x[j];
    }

   private:
    ColumnMatrix a_;
  };

  template <class F>
  void for_each(int n, F f) const {
    thrust::for_each_n(thrust::seq, thrust::counting_iterator<int>(0), n, f);
  }
  template <class F, class G>
  void for_each(int n, F f, int m, G g) const {
    for_each(n, f);
    for_each(m, g);
  }
  template <class T, class F, class Op>
  T reduce(int n, F f, T init, Op op) const {
    const thrust::counting_iterator<int> first(0);
    return thrust::transform_reduce(thrust::seq, first, first + n, f, init, op);
  }
  template <class T, class F, class G, class Op>
  T reduce(int n, F f, int m, G g, T init, Op op) const {
    return reduce(m, g, reduce(n, f, init, op), op);
  }
  template <class T>
  static T* raw(std::vector<T>& v) {
    return v.data();
  }
  template <class T>
  static const T* raw(const std::vector<T>& v) {
    return v.data();
  }
  template <class T>
  void upload(const std::vector<T>& from, Vector<T>* to) const {
    *to = from;
  }
  template <class T>
  void download(const Vector<T>& from, std::vector<T>* to) const {
    *to = from;
  }
};

}  // namespace gpuinv
