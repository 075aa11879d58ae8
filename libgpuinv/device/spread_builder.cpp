// spread_builder.cpp (fills the parts of a tableau on several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/spread_builder.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/layout.hpp"
#include "libgpuinv/device/one_norm.hpp"

namespace gpuinv::device {
namespace {

// A panel takes at most this fraction (1/2) of the first card's free memory.
constexpr std::size_t kPanelShare = 2;

std::size_t free_bytes() {
  std::size_t free = 0, total = 0;
  GPUINV_CUDA(cudaMemGetInfo(&free, &total));
  return free;
}

}  // namespace

bool SpreadBuilder::fill(const WorkingLp& lp, const SimplexBasis& basis,
                         Parts& parts, int used) {
  parts_.clear();
  for (int c = 0; c < used; c++) parts_.push_back(parts[c].get());
  for (SpreadPart* p : parts_) {
    const ScopedDevice here(p->context().device());
    GPUINV_CUDA(cudaMemsetAsync(p->matrix(), 0,
                                p->count() * p->stride() * sizeof(double),
                                p->context().stream()));
    p->context().synchronize();
  }
  const ScopedDevice here(context_.device());
  const bool filled = compute(lp, basis);
  release_all(builder_, nucleus_, panel_, norm_);
  return filled;
}

bool SpreadBuilder::compute(const WorkingLp& lp, const SimplexBasis& basis) {
  if (form_ == Form::kInverse && has_room(lp.m)) return fill_whole(lp, basis);
  return builder_.start(lp, basis, form_) && fill_by_panels(lp.m);
}

// Whether there is room for W0, a nucleus as large beside it, and the rest.
bool SpreadBuilder::has_room(int m) {
  const std::size_t bytes = kernels::matrix_elements(m) * sizeof(double);
  return m <= most_columns_ &&
         2 * bytes + nucleus_.bytes_needed(m) < free_bytes();
}

bool SpreadBuilder::fill_whole(const WorkingLp& lp, const SimplexBasis& basis) {
  const std::vector<HostColumn> columns = columns_of(lp, basis.basic);
  const HostColumns b{lp.m, lp.m, lp.ind.base(), columns.data()};
  panel_.grow(kernels::matrix_elements(lp.m));
  norm_.grow(one_norm_parts(lp.m));
  nucleus_.plan(b);
  nucleus_.grow();
  if (nucleus_.invert(b, panel_.data()) != 0) return false;
  if (!std::isfinite(one_norm(context_, lp.m, panel_.data(), norm_.data())))
    return false;
  scatter(0, lp.m, kernels::leading_dimension(lp.m));
  return true;
}

bool SpreadBuilder::fill_by_panels(int m) {
  const int columns = parts_[0]->inner(), width = panel_columns(m, columns);
  const std::size_t ld = kernels::leading_dimension(width);
  panel_.grow(kernels::padded_rows(m) * ld);
  for (int first = 0; first < columns; first += width) {
    const int count = std::min(width, columns - first);
    if (!builder_.columns(first, count, ld, panel_.data())) return false;
    scatter(first, count, ld);
  }
  return true;
}

// Returns as many columns as there is room for: a multiple of 64, or all.
int SpreadBuilder::panel_columns(int m, int columns) {
  const std::size_t rows = kernels::padded_rows(m) * sizeof(double);
  const std::size_t room = free_bytes() / kPanelShare;
  if (columns <= most_columns_ &&
      rows * kernels::leading_dimension(columns) < room)
    return columns;
  const std::size_t most = std::min(columns, most_columns_);
  return static_cast<int>(
      std::clamp<std::size_t>(room / rows, 64,
                              std::max<std::size_t>(64, most)) /
      64 * 64);
}

void SpreadBuilder::scatter(int first, int count, std::size_t ld) {
  for (SpreadPart* p : parts_)
    GPUINV_CUDA(
        cudaMemcpy2DAsync(p->matrix() + first, p->stride() * sizeof(double),
                          panel_.data() + p->first() * ld, ld * sizeof(double),
                          count * sizeof(double), p->count(), cudaMemcpyDefault,
                          context_.stream()));
  context_.synchronize();
}

}  // namespace gpuinv::device
