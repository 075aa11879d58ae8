// normal_assembly.hpp (sums A*D*A' + R, scaled, into dense storage)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "kernels/layout.hpp"
#include "kernels/normal.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/device_matrix.hpp"
#include "libgpuinv/device/sort_entries.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv::device {

// A column of c entries adds c*(c+1)/2 products to the triangle of A*D*A' if
// they are summed one by one, or m*(m+1)/2 as a column of a dense matrix, where
// a product costs a hundredth.  Therefore columns with entries in more than
// kDenseShare of the rows count as dense.  A column of one entry adds only to
// the diagonal.
struct NormalPlan {
  static constexpr double kDenseShare = 0.11;

  static constexpr int kSparse = -1, kOther = -2;

  explicit NormalPlan(const ColumnMatrix& a);

  int m, n;
  // single entries by rows; columns as in A
  std::vector<int> single_start, single_column;
  std::vector<double> single_value;
  // for every column its number among the dense ones, kSparse or kOther
  std::vector<int> place;
  std::vector<int> dense;      // indices in A
  std::size_t sparse_nnz = 0;  // entries of the sparse columns
  double tile_products = 0.0;  // their products if summed by tiles
  double products = 0.0;       // their products one by one

 private:
  void sort_out(const ColumnMatrix& a);
  void list_singles(const ColumnMatrix& a, const std::vector<int>& single);
};

// How sparse columns are summed: line by line of S, or tile by tile, if the
// device can do that and the rows of a column are close together.
enum class SparseSums { kByCost, kLines, kTiles };

// Keeps the required parts of A on the device, sparse and dense columns
// separately, and computes
//   C*(A*diag(d)*A' + diag(r))*C,   C = diag(scale),
// with ones on the diagonal, so that single precision suffices as well.  The
// diagonal element of an empty row stays zero.
class NormalAssembly {
 public:
  // matrix is A on the device.
  NormalAssembly(Context& context, const ColumnMatrix& a,
                 std::shared_ptr<const DeviceMatrix> matrix, SparseSums sums);

  const NormalPlan& plan() const { return plan_; }
  bool by_tiles() const { return by_tiles_; }
  // Returns the approximate device bytes that prepare allocates.
  std::size_t bytes_needed() const;
  void prepare();

  // Queued.  d[n], r[m] and s[layout.elements()] are on the device.
  template <class T>
  void run(const double* d, const double* r,
           const kernels::SymmetricLayout& layout, T* s);
  const double* scale() const { return scale_.data(); }  // m, of the last run

 private:
  std::size_t panel_columns() const;
  std::size_t table_size() const;
  void prepare_sparse();
  void prepare_dense();
  void find_diagonal(const double* d, const double* r);
  template <class T>
  void add_sparse(const kernels::SymmetricLayout& layout, T* s);
  template <class T>
  void add_dense(const kernels::SymmetricLayout& layout, T* s);

  Context& context_;
  std::shared_ptr<const DeviceMatrix> matrix_;
  NormalPlan plan_;
  std::size_t ld_;  // leading dimension of the dense columns
  DeviceBuffer<int> single_start_, single_column_;
  DeviceBuffer<double> single_value_;
  DeviceBuffer<int> place_, dense_;
  bool by_tiles_;
  EntriesByTiles entries_;   // by segments, or by tiles
  DeviceBuffer<int> table_;  // where columns begin in segments
  TileColumns lists_;        // columns of the tiles
  DeviceBuffer<double> columns_, panel_, part_;
  DeviceBuffer<double> weight_, dense_weight_, extra_, scale_;
};

}  // namespace gpuinv::device
