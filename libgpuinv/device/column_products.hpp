// column_products.hpp (products with A and with its transpose)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_DEVICE_COLUMN_PRODUCTS_HPP
#define GPUINV_DEVICE_COLUMN_PRODUCTS_HPP

#include "libgpuinv/device/row_matrix.hpp"
#include "libgpuinv/interior/column_matrix.hpp"

namespace gpuinv::device {

// A on the device twice, by rows and by columns.
class ColumnProducts {
 public:
  ColumnProducts(Context& context, const ColumnMatrix& a);

  // y := A*x and x := A'*y, queued.
  void multiply(Context& context, const double* x, double* y) const {
    rows_.multiply(context, x, y);
  }
  void multiply_transposed(Context& context, const double* y, double* x) const {
    columns_.multiply(context, y, x);
  }

 private:
  RowMatrix rows_, columns_;
};

}  // namespace gpuinv::device

#endif
