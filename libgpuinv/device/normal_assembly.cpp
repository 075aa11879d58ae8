// normal_assembly.cpp (sums A*D*A' + R, scaled, into dense storage)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/normal_assembly.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "kernels/normal.hpp"
#include "libgpuinv/device/blas.hpp"
#include "libgpuinv/device/context.hpp"

namespace gpuinv::device {

namespace {

constexpr double kTile = kernels::kTileRows * kernels::kTileRows;

// Returns the number of row tiles where column k has entries.
int tiles_of(const ColumnMatrix& a, int k) {
  int count = 0, last = -1;
  for (int t = a.start[k]; t < a.start[k + 1]; t++) {
    const int tile = a.row[t] / kernels::kTileRows;
    count += tile != last;
    last = tile;
  }
  return count;
}

}  // namespace

NormalPlan::NormalPlan(const ColumnMatrix& a)
    : m(a.rows), n(a.columns), place(a.columns, kOther) {
  sort_out(a);
}

void NormalPlan::sort_out(const ColumnMatrix& a) {
  std::vector<int> single;
  for (int k = 0; k < n; k++) {
    const double count = a.start[k + 1] - a.start[k];
    if (count == 0.0) continue;
    if (count == 1.0) {
      single.push_back(k);
    } else if (count > kDenseShare * m) {
      place[k] = static_cast<int>(dense.size());
      dense.push_back(k);
    } else {
      place[k] = kSparse;
      sparse_nnz += a.start[k + 1] - a.start[k];
      products += 0.5 * count * (count + 1.0);
      const double tiles = tiles_of(a, k);
      tile_products += 0.5 * tiles * (tiles + 1.0) * kTile;
    }
  }
  list_singles(a, single);
}

void NormalPlan::list_singles(const ColumnMatrix& a,
                              const std::vector<int>& single) {
  single_start.assign(m + 1, 0);
  for (const int k : single) single_start[a.row[a.start[k]] + 1]++;
  std::partial_sum(single_start.begin(), single_start.end(),
                   single_start.begin());
  std::vector<int> next(single_start);
  single_column.resize(single.size());
  single_value.resize(single.size());
  for (const int k : single) {
    const int t = next[a.row[a.start[k]]]++;
    single_column[t] = k;
    single_value[t] = a.value[a.start[k]];
  }
}

namespace {

constexpr std::size_t kPanelElements = std::size_t{1} << 27;  // 1 GiB
constexpr std::size_t kLeastPanel = 512;  // columns for a SYRK at full rate

// So many products by tiles take the time of one product summed alone.  This
// estimate is some seven times too small for tensor cores.
constexpr double kTileGain = 16.0;

// Devices with hardly any FP64 units have no tensor cores for FP64, either.
bool likes_tiles(int device) {
  int ratio = 0;
  GPUINV_CUDA(cudaDeviceGetAttribute(
      &ratio, cudaDevAttrSingleToDoublePrecisionPerfRatio, device));
  return ratio <= 2;
}

bool choose_tiles(const Context& context, const NormalPlan& plan,
                  SparseSums sums) {
  if (sums == SparseSums::kLines) return false;
  bool run = false;
  GPUINV_CUDA(kernels::normal_tiles_run(&run));
  if (sums == SparseSums::kByCost)
    return run && plan.tile_products < kTileGain * plan.products &&
           likes_tiles(context.device());
  if (!run)
    throw DeviceError(GPUINV_CANNOT, "tiles need a device of capability 8.0");
  return true;
}

}  // namespace

NormalAssembly::NormalAssembly(Context& context, const ColumnMatrix& a,
                               std::shared_ptr<const DeviceMatrix> matrix,
                               SparseSums sums)
    : context_(context),
      matrix_(std::move(matrix)),
      plan_(a),
      ld_(kernels::leading_dimension(a.rows)),
      by_tiles_(choose_tiles(context, plan_, sums)) {}

std::size_t NormalAssembly::panel_columns() const {
  return std::min(plan_.dense.size(),
                  std::max(kPanelElements / ld_, kLeastPanel));
}

std::size_t NormalAssembly::table_size() const {
  if (by_tiles_) return 0;
  return static_cast<std::size_t>(kernels::segment_count(plan_.m)) *
         (plan_.n + 1);
}

// During the sort, the sorted arrays need as much memory again.
std::size_t NormalAssembly::bytes_needed() const {
  const NormalPlan& p = plan_;
  const std::size_t m = p.m, dense = p.dense.size();
  const std::size_t numbers = p.single_start.size() + p.single_column.size() +
                              p.place.size() + dense + table_size() +
                              8 * p.sparse_nnz;
  const std::size_t doubles =
      p.single_value.size() + p.sparse_nnz + (dense + panel_columns()) * ld_ +
      p.n + dense + (dense == 0 ? 0 : kernels::kDiagonalParts * m) + 2 * m;
  return numbers * sizeof(int) + doubles * sizeof(double);
}

void NormalAssembly::prepare() {
  const NormalPlan& p = plan_;
  send(context_, p.single_start, &single_start_);
  send(context_, p.single_column, &single_column_);
  send(context_, p.single_value, &single_value_);
  send(context_, p.place, &place_);
  prepare_sparse();
  weight_.grow(p.n);
  extra_.grow(p.m);
  scale_.grow(p.m);
  if (!p.dense.empty()) prepare_dense();
  context_.synchronize();
}

void NormalAssembly::prepare_sparse() {
  const NormalPlan& p = plan_;
  const std::size_t nnz = p.sparse_nnz == 0 ? 0 : matrix_->nnz();
  entries_ =
      sort_by_tiles(context_, p.m, p.n, nnz, matrix_->by_columns(),
                    place_.data(), NormalPlan::kSparse,
                    by_tiles_ ? kernels::kTileRows : kernels::kSegmentRows);
  if (by_tiles_) {
    lists_ = columns_of_tiles(context_, entries_);
  } else {
    table_.grow(table_size());
    begin_of_columns(context_, entries_, p.n, table_.data());
    context_.synchronize();
  }
  entries_.column.release();
}

void NormalAssembly::prepare_dense() {
  const std::size_t count = plan_.dense.size();
  send(context_, plan_.dense, &dense_);
  dense_weight_.grow(count);
  part_.grow(kernels::kDiagonalParts * static_cast<std::size_t>(plan_.m));
  panel_.grow(panel_columns() * ld_);
  columns_.grow(count * ld_);
  fill_columns(context_, plan_.n, matrix_->nnz(), matrix_->by_columns(),
               place_.data(), count, ld_, columns_.data());
}

void NormalAssembly::find_diagonal(const double* d, const double* r) {
  const kernels::Launch& launch = context_.launch();
  const int m = plan_.m, dense = static_cast<int>(plan_.dense.size());
  GPUINV_CUDA(kernels::launch_select(launch, plan_.n, place_.data(),
                                     NormalPlan::kSparse, d, weight_.data()));
  if (dense != 0) {
    GPUINV_CUDA(kernels::launch_gather(launch, dense, d, dense_.data(),
                                       dense_weight_.data()));
    GPUINV_CUDA(
        kernels::launch_dense_diagonal(launch, m, dense, columns_.data(), ld_,
                                       dense_weight_.data(), part_.data()));
  }
  GPUINV_CUDA(kernels::launch_normal_diagonal(
      launch, m,
      {single_start_.data(), single_column_.data(), single_value_.data()}, d,
      matrix_->by_rows(), weight_.data(),
      dense == 0 ? 0 : kernels::kDiagonalParts, part_.data(), r, extra_.data(),
      scale_.data()));
}

// s := s + B*B' with B = C*A*sqrt(D) for the dense columns of A, a panel at a
// time.
template <class T>
void NormalAssembly::add_dense(const kernels::SymmetricLayout& layout, T* s) {
  const cublasHandle_t blas = context_.cublas();
  const std::size_t count = plan_.dense.size(), most = panel_columns();
  const int n1 = layout.split, n2 = layout.m - n1;
  T* b = reinterpret_cast<T*>(panel_.data());
  for (std::size_t first = 0; first < count; first += most) {
    const int k = static_cast<int>(std::min(most, count - first));
    GPUINV_CUDA(kernels::launch_scale_columns(
        context_.launch(), plan_.m, k, columns_.data() + first * ld_, ld_,
        dense_weight_.data() + first, scale_.data(), b));
    syrk(blas, CUBLAS_FILL_MODE_LOWER, n1, k, T(1), b, ld_, T(1),
         s + layout.first, layout.ld);
    if (n2 == 0) continue;
    add_product(blas, n2, n1, k, T(1), b + n1, ld_, b, ld_,
                s + layout.corner21(), layout.ld);
    syrk(blas, CUBLAS_FILL_MODE_UPPER, n2, k, T(1), b + n1, ld_, T(1), s,
         layout.ld);
  }
}

template <class T>
void NormalAssembly::add_sparse(const kernels::SymmetricLayout& layout, T* s) {
  const kernels::Launch& launch = context_.launch();
  if (by_tiles_) {
    const kernels::TiledMatrix a = {plan_.m,
                                    lists_.start.data(),
                                    lists_.column.data(),
                                    lists_.first.data(),
                                    entries_.row.data(),
                                    entries_.value.data()};
    GPUINV_CUDA(kernels::launch_normal_tiles(launch, layout, a, weight_.data(),
                                             extra_.data(), scale_.data(), s));
    return;
  }
  const kernels::SegmentedMatrix a = {plan_.m,
                                      plan_.n,
                                      table_.data(),
                                      entries_.row.data(),
                                      entries_.value.data(),
                                      matrix_->by_rows()};
  GPUINV_CUDA(kernels::launch_normal_lines(launch, layout, a, weight_.data(),
                                           extra_.data(), scale_.data(), s));
}

template <class T>
void NormalAssembly::run(const double* d, const double* r,
                         const kernels::SymmetricLayout& layout, T* s) {
  find_diagonal(d, r);
  add_sparse(layout, s);
  add_dense(layout, s);
}

template void NormalAssembly::run<double>(const double*, const double*,
                                          const kernels::SymmetricLayout&,
                                          double*);
template void NormalAssembly::run<float>(const double*, const double*,
                                         const kernels::SymmetricLayout&,
                                         float*);

}  // namespace gpuinv::device
