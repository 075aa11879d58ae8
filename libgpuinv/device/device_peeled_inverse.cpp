// device_peeled_inverse.cpp (inverse of a basis from that of its nucleus)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/device_peeled_inverse.hpp"

#include <algorithm>
#include <numeric>

#include "kernels/layout.hpp"
#include "libgpuinv/device/context.hpp"

namespace gpuinv::device {
namespace {

// Arrays of m elements in d_ints_: targets, units, places of rows in the
// nucleus, their places in the nucleus's rows of the inverse, and columns that
// reach.
constexpr std::size_t kIntArrays = 5;

// Sizes grow in steps, so that a few more entries seldom allocate.
std::size_t entries_for(int m, std::size_t nnz) {
  std::size_t power = 1;
  while (power < nnz) power *= 2;
  return std::min(power, Singletons::most_entries(m));
}

}  // namespace

std::size_t DevicePeeledInverse::bytes_needed(int m) {
  const std::size_t rows = m;
  return rows * (kIntArrays * sizeof(int) + sizeof(double)) +
         (rows + 1) * sizeof(std::size_t) +
         Singletons::most_entries(rows) * (sizeof(int) + sizeof(double));
}

void DevicePeeledInverse::plan(const Singletons& order) {
  list_steps(order);
  map_rows(order);
}

// Returns the elements for the uploaded columns of the nucleus, with m rows, or
// later for its inverse and two matrices beside it with as many rows.
std::size_t DevicePeeledInverse::room() const {
  const std::size_t m = target_.size(), k = nucleus_;
  const std::size_t ldk = kernels::leading_dimension(nucleus_);
  const std::size_t ldq = kernels::leading_dimension(reaching_);
  return k == 0 ? 0 : std::max(m * ldk, k * (ldk + 2 * ldq));
}

void DevicePeeledInverse::grow() {
  const int m = static_cast<int>(target_.size());
  const std::size_t rows = m, entries = entries_for(m, source_.size());
  d_ints_.grow(kIntArrays * rows);
  d_pivot_.grow(rows);
  d_start_.grow(rows + 1);
  d_source_.grow(entries);
  d_value_.grow(entries);
}

// Lists the entries of a step except its pivot; in the nucleus, only those of
// E.
void DevicePeeledInverse::list_entries(const Singletons& order, int place) {
  const int i = order.row(place);
  const bool in_nucleus =
      place >= order.first_nucleus() && place < order.first_upper();
  for (std::size_t t = order.start(i); t < order.start(i + 1); t++) {
    const int source = order.place(order.index(t));
    if (source == place || (in_nucleus && source >= order.first_nucleus()))
      continue;
    source_.push_back(order.index(t));
    value_.push_back(order.value(t));
  }
}

void DevicePeeledInverse::list_steps(const Singletons& order) {
  const int m = order.size();
  place_.resize(m);
  std::iota(place_.begin(), place_.end(), 0);
  lower_ = sort_by_level(order, 0, order.first_nucleus(), &place_);
  upper_ = sort_by_level(order, order.first_upper(), m, &place_);
  target_.clear();
  unit_.clear();
  pivot_.clear();
  source_.clear();
  value_.clear();
  start_.assign(1, 0);
  for (const int p : place_) {
    target_.push_back(order.column(p));
    unit_.push_back(order.row(p));
    pivot_.push_back(order.pivot(p));
    list_entries(order, p);
    start_.push_back(source_.size());
  }
}

// Rows outside the nucleus are stored below it when it is uploaded.
void DevicePeeledInverse::map_rows(const Singletons& order) {
  const int m = order.size(), k = order.nucleus();
  const std::vector<int> reaching = order.reaching();
  nucleus_ = k;
  reaching_ = static_cast<int>(reaching.size());
  nucleus_row_.assign(m, m - 1);
  column_place_.assign(m, -1);
  column_.clear();
  for (int p = order.first_nucleus(); p < order.first_upper(); p++)
    nucleus_row_[order.row(p)] = column_place_[order.row(p)] =
        p - order.first_nucleus();
  for (const int p : reaching) {
    column_place_[order.row(p)] = k + static_cast<int>(column_.size());
    column_.push_back(order.row(p));
  }
}

void DevicePeeledInverse::send_lists() {
  const std::size_t m = target_.size();
  int* ints = d_ints_.data();
  for (const std::vector<int>* list :
       {&target_, &unit_, &nucleus_row_, &column_place_, &column_}) {
    if (!list->empty()) send(context_, list->data(), list->size(), ints);
    ints += m;
  }
  send(context_, start_.data(), start_.size(), d_start_.data());
  send(context_, pivot_.data(), m, d_pivot_.data());
  if (source_.empty()) return;
  send(context_, source_.data(), source_.size(), d_source_.data());
  send(context_, value_.data(), value_.size(), d_value_.data());
}

kernels::RowSteps DevicePeeledInverse::steps() const {
  return {d_ints_.data(),   d_ints_.data() + target_.size(),
          d_pivot_.data(),  d_start_.data(),
          d_source_.data(), d_value_.data()};
}

void DevicePeeledInverse::substitute(int m, const std::vector<LevelRun>& runs,
                                     double* inverse) {
  for (const LevelRun& run : runs)
    GPUINV_CUDA(kernels::launch_substitute_rows(context_.launch(), m, steps(),
                                                run.first, run.last,
                                                run.parallel, inverse));
}

// nucleus := inv(K)
int DevicePeeledInverse::invert_nucleus(const HostColumns& b,
                                        const Singletons& order,
                                        double* nucleus) {
  const int k = order.nucleus();
  std::vector<HostColumn> columns(k);
  for (int c = 0; c < k; c++)
    columns[c] = b.column[order.column(order.first_nucleus() + c)];
  upload_.run(context_, {b.m, k, b.base, columns.data()},
              kernels::leading_dimension(k), nucleus,
              {d_ints_.data() + 2 * b.m, nullptr});
  return lu_.invert(k, nucleus);
}

// For cuBLAS, which is column-major, beside' := w'*inv(K)'.
void DevicePeeledInverse::write_nucleus_rows(int m,
                                             const kernels::NucleusRows& rows,
                                             double* work, double* inverse) {
  const int k = rows.k, q = reaching_;
  const int ldk = static_cast<int>(kernels::leading_dimension(k));
  const int ldq = static_cast<int>(kernels::leading_dimension(q));
  const double* nucleus = work;
  double* w = work + static_cast<std::size_t>(k) * ldk;
  double* beside = w + static_cast<std::size_t>(k) * ldq;
  const int* place = d_ints_.data() + 3 * static_cast<std::size_t>(m);
  if (q > 0) {
    const double one = 1.0, zero = 0.0;
    GPUINV_CUDA(kernels::launch_weigh_nucleus_rows(context_.launch(), m, rows,
                                                   inverse, q, place + m, w));
    GPUINV_CUBLAS(cublasDgemm(context_.cublas(), CUBLAS_OP_N, CUBLAS_OP_N, q, k,
                              k, &one, w, ldq, nucleus, ldk, &zero, beside,
                              ldq));
  }
  GPUINV_CUDA(kernels::launch_place_nucleus_rows(
      context_.launch(), m, rows, place, nucleus, q, beside, inverse));
}

int DevicePeeledInverse::invert(const HostColumns& b, const Singletons& order,
                                double* work, double* inverse) {
  const int m = b.m, k = order.nucleus();
  const std::size_t ld = kernels::leading_dimension(m);
  send_lists();
  const int zero_pivot = k > 0 ? invert_nucleus(b, order, work) : 0;
  if (zero_pivot != 0) return zero_pivot;
  substitute(m, lower_, inverse);
  if (k > 0)
    write_nucleus_rows(m, {steps(), order.first_nucleus(), k}, work, inverse);
  substitute(m, upper_, inverse);
  GPUINV_CUDA(
      cudaMemsetAsync(inverse + m * ld, 0,
                      (kernels::matrix_elements(m) - m * ld) * sizeof(double),
                      context_.stream()));
  return 0;
}

}  // namespace gpuinv::device
