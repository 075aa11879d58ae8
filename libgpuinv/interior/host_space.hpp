// host_space.hpp (vectors in host memory)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/transform_reduce.h>

#include <algorithm>
#include <vector>

#include "libgpuinv/base/parallel_for.hpp"
#include "libgpuinv/interior/space.hpp"
#include "libgpuinv/sparse/by_rows.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

class HostSpace {
 public:
  template <class T>
  using Vector = std::vector<T>;

  // Threads share the products with a large matrix, of which there is a copy by
  // rows.  One thread sums up each element of a product, in the same order as
  // for a small matrix.
  class Matrix {
   public:
    // From so many bytes on a thread pays, although each product starts its
    // threads anew.
    static constexpr std::size_t kPart = 2 * kBytesPerThread;

    Matrix(const HostSpace&, const ColumnMatrix& a)
        : a_(a),
          parts_(parts_for(a.start[a.columns] * (sizeof(double) + sizeof(int)),
                           kPart)),
          columns_(split_columns(a.start, a.columns, parts_)) {
      if (parts_ == 1) return;
      by_row_ = by_rows(a);
      rows_ = split_columns(by_row_.start.data(), a.rows, parts_);
    }

    void multiply(const double* x, double* y) const {
      sum(x, y, [](double a) { return a; });
    }
    void multiply_squares(const double* x, double* y) const {
      sum(x, y, [](double a) { return a * a; });
    }
    void multiply_transposed(const double* y, double* x) const {
      parallel_for(parts_, [this, y, x](int p) {
        for (int j = columns_[p]; j < columns_[p + 1]; j++) {
          double total = 0.0;
          for (int t = a_.start[j]; t < a_.start[j + 1]; t++)
            total += a_.value[t] * y[a_.row[t]];
          x[j] = total;
        }
      });
    }

   private:
    // y_i := sum of f(a_ij)*x_j
    template <class F>
    void sum(const double* x, double* y, F f) const {
      if (parts_ == 1) {
        std::fill(y, y + a_.rows, 0.0);
        for (int j = 0; j < a_.columns; j++)
          for (int t = a_.start[j]; t < a_.start[j + 1]; t++)
            y[a_.row[t]] += f(a_.value[t]) * x[j];
        return;
      }
      parallel_for(parts_, [this, x, y, f](int p) {
        for (int i = rows_[p]; i < rows_[p + 1]; i++) {
          double total = 0.0;
          for (int t = by_row_.start[i]; t < by_row_.start[i + 1]; t++)
            total += f(by_row_.value[t]) * x[by_row_.index[t]];
          y[i] = total;
        }
      });
    }

    ColumnMatrix a_;
    int parts_;
    std::vector<int> columns_, rows_;  // first of each part, and the end
    SparseVectors by_row_;             // if there are several parts
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
