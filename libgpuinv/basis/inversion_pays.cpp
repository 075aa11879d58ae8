// inversion_pays.cpp (whether to invert a basis matrix)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/basis/inversion_pays.hpp"

#include <algorithm>
#include <cmath>

#include "libgpuinv/base/machine.hpp"
#include "libgpuinv/sparse/singletons.hpp"

namespace gpuinv {
namespace {

// The more non-zeros r a row of the nucleus has, the faster LU factors fill up:
// GLPK takes 35 ms for pilot87 (k = 1625, r = 19) and 8 ms for pilot (k = 1137,
// r = 15).
double elimination_seconds(const BasisSize& size, double coupled) {
  const double k = size.k, r = k > 0 ? static_cast<double>(size.nnz) / k : 0;
  const double usual = machine::kEliminationFill * k * std::pow(r, 4);
  const double filled =
      coupled > machine::kFilledShare ? machine::kEliminationFilled : 0.0;
  return machine::kElimination *
         std::clamp(usual, filled * std::pow(k, 3), std::pow(k, 3));
}

double inversion_seconds(const BasisSize& size, bool on_device) {
  const double k = size.k, m = size.m;
  return on_device ? machine::kInversionStart + machine::kInversionColumn * k +
                         machine::kInversionProduct * std::pow(k, 3) +
                         16.0 * m * m / machine::kDeviceBandwidth
                   : machine::kHostInversionStart +
                         machine::kHostInversionProduct * std::pow(m, 3);
}

// GLPK's simplex method needs two to four for each update.
constexpr double kProductsPerUpdate = 3.0;

}  // namespace

bool inverse_suits(const BasisSize& size, bool on_device, double coupled) {
  return elimination_seconds(size, coupled) >
         inversion_seconds(size, on_device);
}

double host_product_seconds(int m, int updates) {
  const BasisSize size = {m, m, 0, true};
  return sizeof(double) * std::pow(m, 2) / machine::kHost.bandwidth +
         inversion_seconds(size, false) / (kProductsPerUpdate * updates);
}

BasisSize basis_size(const HostColumns& b) {
  BasisSize size = {b.m, b.m, 0, true};
  for (int j = 0; j < b.n; j++) size.nnz += b.column[j].nnz;
  Singletons order;
  if (!order.find(b)) return size;
  return {b.m, order.nucleus(), order.nucleus_entries(), false};
}

}  // namespace gpuinv
