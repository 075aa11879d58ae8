// normal_plan.cpp (how each column of A is summed)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/normal_plan.hpp"

#include <numeric>

#include "kernels/normal_tiles.hpp"

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

}  // namespace gpuinv::device
