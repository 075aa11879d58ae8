// peeled_rows.cpp (inv(B)*A from the triangular parts of B)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/peeled_rows.hpp"

#include <numeric>

#include "libgpuinv/device/context.hpp"

namespace gpuinv::device {

std::size_t PeeledRows::bytes_needed(int m) {
  const std::size_t rows = m;
  return rows * (3 * sizeof(int) + sizeof(double)) +
         (rows + 1) * sizeof(std::size_t) + RowCycles::bytes_needed(m) +
         Singletons::most_entries(rows) * (sizeof(int) + sizeof(double));
}

bool PeeledRows::find(const HostColumns& b) {
  return order_.find(b) && order_.nucleus() < order_.size();
}

// Rows of the nucleus stand in places 0..k-1.  Those that belong there stand
// where these come from.
void PeeledRows::place_rows() {
  const int k = nucleus();
  place_.resize(order_.size());
  std::iota(place_.begin(), place_.end(), 0);
  std::vector<int> left, come;
  for (int c = 0; c < k; c++) {
    const int j = nucleus_column(c);
    if (j >= k) left.push_back(j);
    const int p = order_.place(c);
    if (p < order_.first_nucleus() || p >= order_.first_upper())
      come.push_back(c);
  }
  for (std::size_t t = 0; t < come.size(); t++) place_[come[t]] = left[t];
  for (int c = 0; c < k; c++) place_[nucleus_column(c)] = c;
}

void PeeledRows::list_rows() {
  const int m = order_.size(), first = order_.first_nucleus();
  rows_.assign(2 * static_cast<std::size_t>(m), m - 1);
  pivot_.assign(m, 1.0);
  for (int p = 0; p < m; p++) {
    const int i = order_.row(p);
    rows_[i] = place_[order_.column(p)];
    if (p >= first && p < order_.first_upper())
      rows_[m + i] = p - first;
    else
      pivot_[i] = order_.pivot(p);
  }
}

// A row without other entries is no step.
void PeeledRows::add_step(int place) {
  const int i = order_.row(place);
  const int first = order_.first_nucleus();
  const bool inside = place >= first && place < order_.first_upper();
  for (std::size_t t = order_.start(i); t < order_.start(i + 1); t++) {
    const int j = order_.index(t), source = order_.place(j);
    if (source == place || (inside && source >= first)) continue;
    source_.push_back(place_[j]);
    value_.push_back(order_.value(t) / (inside ? 1.0 : order_.pivot(place)));
  }
  if (source_.size() == start_.back()) return;
  target_.push_back(place_[order_.column(place)]);
  start_.push_back(source_.size());
}

void PeeledRows::list_part(int first, int last, std::vector<int>* order) {
  for (const LevelRun& run : sort_by_level(order_, first, last, order)) {
    const int begin = static_cast<int>(target_.size());
    for (int s = run.first; s < run.last; s++) add_step((*order)[s]);
    const int end = static_cast<int>(target_.size());
    if (end > begin) runs_.push_back({begin, end, run.parallel});
  }
}

void PeeledRows::list_nucleus() {
  const int begin = static_cast<int>(target_.size());
  for (int p = order_.first_nucleus(); p < order_.first_upper(); p++)
    add_step(p);
  const int end = static_cast<int>(target_.size());
  if (end > begin) runs_.push_back({begin, end, true});
}

void PeeledRows::list_steps() {
  const int m = order_.size();
  std::vector<int> order(m);
  std::iota(order.begin(), order.end(), 0);
  runs_.clear();
  target_.clear();
  source_.clear();
  value_.clear();
  start_.assign(1, 0);
  list_part(0, order_.first_nucleus(), &order);
  list_nucleus();
  lower_runs_ = runs_.size();
  list_part(order_.first_upper(), m, &order);
}

void PeeledRows::send() {
  place_rows();
  list_rows();
  list_steps();
  device::send(context_, rows_, &d_rows_);
  device::send(context_, pivot_, &d_pivot_);
  cycles_.grow(order_.size());
  cycles_.send(context_, place_);
  if (target_.empty()) return;
  device::send(context_, target_, &d_target_);
  device::send(context_, start_, &d_start_);
  device::send(context_, source_, &d_source_);
  device::send(context_, value_, &d_value_);
}

kernels::RowMap PeeledRows::map() const {
  return {d_rows_.data(), d_pivot_.data()};
}

kernels::RowMap PeeledRows::nucleus_map() const {
  return {d_rows_.data() + order_.size(), nullptr};
}

void PeeledRows::run(std::size_t first, std::size_t last, std::size_t ld,
                     double* x) const {
  const kernels::RowSteps steps = {d_target_.data(), nullptr,
                                   nullptr,          d_start_.data(),
                                   d_source_.data(), d_value_.data()};
  for (std::size_t r = first; r < last; r++)
    GPUINV_CUDA(kernels::launch_subtract_rows(context_.launch(), ld, steps,
                                              runs_[r].first, runs_[r].last,
                                              runs_[r].parallel, x));
}

void PeeledRows::lower(std::size_t ld, double* x) const {
  run(0, lower_runs_, ld, x);
}

void PeeledRows::upper(std::size_t ld, double* x) const {
  run(lower_runs_, runs_.size(), ld, x);
  cycles_.run(context_, static_cast<int>(ld), ld, x);
}

}  // namespace gpuinv::device
