// owned_lp.cpp (linear program that owns its matrix)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/owned_lp.hpp"

#include <algorithm>
#include <utility>

namespace gpuinv {

OwnedLp::OwnedLp(const WorkingLp& lp, const Interrupt& interrupt) {
  Lookout lookout(interrupt);
  lp_.m = lp.m;
  lp_.n = lp.n;
  ptr_.push_back(0);
  ind_.reserve(lp.val.size());
  val_.reserve(lp.val.size());
  std::vector<std::pair<int, double>> column;
  for (int k = 0; k < lp.n; k++) {
    column.clear();
    lookout.add(static_cast<double>(lp.ptr[k + 1] - lp.ptr[k]));
    for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++)
      if (lp.val[t] != 0.0) column.emplace_back(lp.ind[t], lp.val[t]);
    std::sort(column.begin(), column.end());
    for (const auto& [i, a] : column) {
      ind_.push_back(i);
      val_.push_back(a);
    }
    ptr_.push_back(static_cast<int>(ind_.size()));
  }
  lp_.ptr = {ptr_.data(), 0};
  lp_.ind = {ind_.data(), 0};
  lp_.val = {val_.data(), val_.size()};
  lp_.b = lp.b;
  lp_.c = lp.c;
  lp_.l = lp.l;
  lp_.u = lp.u;
}

}  // namespace gpuinv
