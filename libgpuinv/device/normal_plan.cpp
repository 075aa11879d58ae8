// normal_plan.cpp (which columns of A are summed up how)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "libgpuinv/device/normal_plan.hpp"

#include <cstddef>
#include <numeric>

#include "kernels/normal_lines.hpp"

namespace gpuinv::device {
namespace {

// start[k+1] holds the count of k; then start[k] is where k begins.
void add_up(std::vector<int>* start) {
  std::partial_sum(start->begin(), start->end(), start->begin());
}

}  // namespace

NormalPlan::NormalPlan(const ColumnMatrix& a) : m(a.rows), n(a.columns) {
  sort_out(a);
  cut_into_segments(a);
  list_rows(a);
}

void NormalPlan::sort_out(const ColumnMatrix& a) {
  std::vector<int> single;
  for (int k = 0; k < n; k++) {
    const double count = a.start[k + 1] - a.start[k];
    if (count == 0.0) continue;
    if (count == 1.0) {
      single.push_back(k);
    } else if (count > kDenseShare * m) {
      dense.push_back(k);
    } else {
      sparse.push_back(k);
      products += 0.5 * count * (count + 1.0);
    }
  }
  list_singles(a, single);
}

void NormalPlan::list_singles(const ColumnMatrix& a,
                              const std::vector<int>& single) {
  single_start.assign(m + 1, 0);
  for (const int k : single) single_start[a.row[a.start[k]] + 1]++;
  add_up(&single_start);
  std::vector<int> next(single_start);
  single_column.resize(single.size());
  single_value.resize(single.size());
  for (const int k : single) {
    const int t = next[a.row[a.start[k]]]++;
    single_column[t] = k;
    single_value[t] = a.value[a.start[k]];
  }
}

void NormalPlan::cut_into_segments(const ColumnMatrix& a) {
  const std::size_t segments = kernels::segment_count(m);
  const std::size_t stride = sparse.size() + 1;
  const auto place = [&](int i, std::size_t k) {
    return i / kernels::kSegmentRows * stride + k;
  };
  start.assign(segments * stride + 1, 0);
  for (std::size_t k = 0; k < sparse.size(); k++) {
    for (int t = a.start[sparse[k]]; t < a.start[sparse[k] + 1]; t++) {
      start[place(a.row[t], k) + 1]++;
    }
  }
  add_up(&start);
  std::vector<int> next(start);
  row.resize(start.back());
  value.resize(start.back());
  for (std::size_t k = 0; k < sparse.size(); k++) {
    for (int t = a.start[sparse[k]]; t < a.start[sparse[k] + 1]; t++) {
      const int to = next[place(a.row[t], k)]++;
      row[to] = static_cast<unsigned short>(a.row[t] % kernels::kSegmentRows);
      value[to] = a.value[t];
    }
  }
}

void NormalPlan::list_rows(const ColumnMatrix& a) {
  row_start.assign(m + 1, 0);
  for (const int k : sparse) {
    for (int t = a.start[k]; t < a.start[k + 1]; t++) {
      row_start[a.row[t] + 1]++;
    }
  }
  add_up(&row_start);
  std::vector<int> next(row_start);
  column.resize(row_start.back());
  row_value.resize(row_start.back());
  for (std::size_t k = 0; k < sparse.size(); k++) {
    for (int t = a.start[sparse[k]]; t < a.start[sparse[k] + 1]; t++) {
      const int to = next[a.row[t]]++;
      column[to] = static_cast<int>(k);
      row_value[to] = a.value[t];
    }
  }
}

}  // namespace gpuinv::device
