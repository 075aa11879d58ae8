// lp_matrix.cpp (matrix of a linear program on the device, sparse)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "libgpuinv/device/lp_matrix.hpp"

#include <string>

#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

// [A b] by columns.
HostRows columns_of(const gpuinv_tableau_matrix& a) {
  HostRows columns;
  const std::size_t nnz = a.ptr[a.n] - a.base;
  columns.start.reserve(a.n + 2);
  columns.index.reserve(nnz + a.m);
  for (int k = 0; k <= a.n; k++) columns.start.push_back(a.ptr[k] - a.base);
  columns.start.push_back(nnz + a.m);
  for (std::size_t t = 0; t < nnz; t++) {
    const int i = a.ind[t] - a.base;
    if (i < 0 || i >= a.m) {
      throw DeviceError(
          GPUINV_INVALID,
          "row index " + std::to_string(a.ind[t]) + " is out of range");
    }
    columns.index.push_back(i);
  }
  columns.value.assign(a.val, a.val + nnz);
  for (int i = 0; i < a.m; i++) columns.index.push_back(i);
  columns.value.insert(columns.value.end(), a.b, a.b + a.m);
  return columns;
}

HostRows transpose(int m, const HostRows& columns) {
  HostRows rows;
  const std::size_t nnz = columns.index.size();
  rows.start.assign(m + 2, 0);
  rows.index.resize(nnz);
  rows.value.resize(nnz);
  for (const int i : columns.index) rows.start[i + 2]++;
  for (int i = 0; i < m; i++) rows.start[i + 2] += rows.start[i + 1];
  for (std::size_t k = 0; k + 1 < columns.start.size(); k++) {
    for (std::size_t t = columns.start[k]; t < columns.start[k + 1]; t++) {
      const std::size_t to = rows.start[columns.index[t] + 1]++;
      rows.index[to] = static_cast<int>(k);
      rows.value[to] = columns.value[t];
    }
  }
  rows.start.pop_back();
  return rows;
}

}  // namespace

std::size_t LpMatrix::bytes_needed(int m, int n, std::size_t nnz) {
  const std::size_t lines = static_cast<std::size_t>(m) + n + 3;
  return lines * (sizeof(std::size_t) + sizeof(int)) +
         2 * (nnz + m) * (sizeof(int) + sizeof(double));
}

std::size_t LpMatrix::bytes() const {
  return loaded() ? rows_->bytes() + columns_->bytes() : 0;
}

void LpMatrix::release() noexcept {
  rows_.reset();
  columns_.reset();
}

void LpMatrix::load(Context& context, const gpuinv_tableau_matrix& a) {
  release();
  const HostRows columns = columns_of(a);
  rows_.emplace(context, transpose(a.m, columns));
  columns_.emplace(context, columns);
}

}  // namespace gpuinv::device
