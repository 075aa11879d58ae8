// simplex_sketch.hpp (steepest edge weights on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

#include "kernels/row_sums.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/simplex_vectors.hpp"

namespace gpuinv::device {

// Computes sketches of all rows or of all columns (simplex/rules.hpp) as one
// product of T0 with 32 vectors, which reads T0 once.  All is queued on the
// context's stream.
class SimplexSketch {
 public:
  struct Tableau {
    const double* t0;  // m rows of ld: nn columns and b
    std::size_t ld;
    int m, nn;
  };

  // Returns the elements of a factor with 32 columns, see kernels/sketch.hpp.
  static std::size_t factor_elements(int count);
  // count is the larger of the numbers of rows and columns.
  static std::size_t bytes_needed(int count);
  std::size_t bytes() const {
    return bytes_of(sketch_, chosen_, signs_, product_);
  }
  void grow(int count);
  void release() noexcept { release_all(sketch_, chosen_, signs_, product_); }

  // Sketches of rows; the ids are those of nonbasic variables.
  void of_rows(Context& context, const Tableau& t, const SimplexVectors& rows,
               const int* nonbasic);
  // Sketches of columns, also of b, which is not priced; the ids are those of
  // basic variables.
  void of_columns(Context& context, const Tableau& t,
                  const SimplexVectors& columns, const int* basic);
  // The same in two steps if rows are on several cards: a card's share of
  // T0'*g_B for so many columns, then the finish after all shares were added
  // up.
  void share_of_columns(Context& context, const Tableau& t, const int* basic,
                        int columns);
  double* product() { return product_.data(); }  // [columns][32]
  void finish_columns(Context& context, int nn, const SimplexVectors& columns);
  // In inverse form, t is W0 with nn = m columns: rows of W0*x, where x[m][32]
  // has factor_elements(m) elements; and, after share_of_columns, the finish
  // for `count` columns of `a`.
  void of_product(Context& context, const Tableau& t, const double* x,
                  const SimplexVectors& rows);
  void finish_sparse_columns(Context& context, const kernels::SparseRows& a,
                             const SimplexVectors& columns, int count);
  float* data() { return sketch_.data(); }    // [count][32]
  float* chosen() { return chosen_.data(); }  // [32], workspace of a launch

 private:
  void multiply(Context& context, const Tableau& t, const double* x);

  DeviceBuffer<float> sketch_, chosen_;
  DeviceBuffer<double> signs_, product_;
};

}  // namespace gpuinv::device
