// triangular_rows.cpp (inv(B)*A for a triangular B)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/triangular_rows.hpp"

#include <algorithm>
#include <numeric>

#include "libgpuinv/device/context.hpp"

namespace gpuinv::device {

std::size_t TriangularRows::bytes_needed(int m) {
  const std::size_t rows = m;
  return rows * (2 * sizeof(int) + sizeof(double)) +
         (rows + 1) * sizeof(std::size_t) +
         Singletons::most_entries(rows) * (sizeof(int) + sizeof(double));
}

std::size_t TriangularRows::bytes() const {
  return d_places_.bytes() + d_source_.bytes() + d_start_.bytes() +
         d_pivot_.bytes() + d_value_.bytes();
}

void TriangularRows::release() noexcept {
  d_places_.release();
  d_source_.release();
  d_start_.release();
  d_pivot_.release();
  d_value_.release();
}

bool TriangularRows::find(const HostColumns& b) {
  return order_.find(b) && order_.nucleus() == 0;
}

void TriangularRows::list_rows() {
  const int m = order_.size();
  places_.resize(2 * static_cast<std::size_t>(m));
  pivot_.resize(m);
  for (int p = 0; p < m; p++) {
    places_[order_.row(p)] = order_.column(p);
    pivot_[order_.row(p)] = order_.pivot(p);
  }
}

void TriangularRows::list_steps() {
  const int m = order_.size();
  std::vector<int> place(m);
  std::iota(place.begin(), place.end(), 0);
  runs_ = sort_by_level(order_, 0, m, &place);
  idle_ = 0;
  start_.assign(1, 0);
  source_.clear();
  value_.clear();
  for (int s = 0; s < m; s++) {
    const int p = place[s], i = order_.row(p);
    places_[m + s] = order_.column(p);
    for (std::size_t t = order_.start(i); t < order_.start(i + 1); t++) {
      if (order_.index(t) == order_.column(p)) continue;
      source_.push_back(order_.index(t));
      value_.push_back(order_.value(t) / order_.pivot(p));
    }
    start_.push_back(source_.size());
    if (source_.empty()) idle_ = s + 1;
  }
}

void TriangularRows::send() {
  list_rows();
  list_steps();
  device::send(context_, places_, &d_places_);
  device::send(context_, pivot_, &d_pivot_);
  if (source_.empty()) return;
  device::send(context_, start_, &d_start_);
  device::send(context_, source_, &d_source_);
  device::send(context_, value_, &d_value_);
}

kernels::RowMap TriangularRows::map() const {
  return {d_places_.data(), d_pivot_.data()};
}

void TriangularRows::run(std::size_t ld, double* x) const {
  if (source_.empty()) return;
  const kernels::RowSteps steps = {d_places_.data() + order_.size(),
                                   nullptr,
                                   nullptr,
                                   d_start_.data(),
                                   d_source_.data(),
                                   d_value_.data()};
  for (const LevelRun& run : runs_)
    GPUINV_CUDA(kernels::launch_subtract_rows(context_.launch(), ld, steps,
                                              std::max(run.first, idle_),
                                              run.last, run.parallel, x));
}

}  // namespace gpuinv::device
