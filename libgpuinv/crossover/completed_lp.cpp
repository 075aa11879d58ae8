// completed_lp.cpp (linear program with a unit column in each row)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/completed_lp.hpp"

namespace gpuinv {

CompletedLp::CompletedLp(const WorkingLp& lp, const Interrupt& interrupt)
    : before_(lp.n), ptr_{0}, lp_(lp) {
  std::vector<char> has_unit(lp.m, 0);
  ind_.reserve(lp.val.size() + lp.m);
  val_.reserve(lp.val.size() + lp.m);
  Lookout lookout(interrupt);
  for (int k = 0; k < lp.n; k++) {
    const std::size_t begin = lp.ptr[k], end = lp.ptr[k + 1];
    lookout.add(static_cast<double>(end - begin));
    if (end == begin + 1 && lp.val[begin] != 0.0 && lp.c[k] == 0.0)
      has_unit[lp.ind[begin]] = 1;
    for (std::size_t t = begin; t < end; t++) {
      ind_.push_back(lp.ind[t]);
      val_.push_back(lp.val[t]);
    }
    ptr_.push_back(static_cast<int>(ind_.size()));
  }
  for (int i = 0; i < lp.m; i++) {
    if (has_unit[i]) continue;
    ind_.push_back(i);
    val_.push_back(1.0);
    ptr_.push_back(static_cast<int>(ind_.size()));
    lp_.n++;
  }
  lp_.c.resize(lp_.n, 0.0);
  lp_.l.resize(lp_.n, 0.0);
  lp_.u.resize(lp_.n, 0.0);
  lp_.ptr = {ptr_.data(), 0};
  lp_.ind = {ind_.data(), 0};
  lp_.val = {val_.data(), val_.size()};
}

std::optional<SimplexBasis> CompletedLp::without(
    const SimplexBasis& basis) const {
  SimplexBasis rest;
  for (const int k : basis.basic)
    if (k >= before_) return std::nullopt;
  rest.basic = basis.basic;
  for (std::size_t j = 0; j < basis.nonbasic.size(); j++) {
    if (basis.nonbasic[j] >= before_) continue;
    rest.nonbasic.push_back(basis.nonbasic[j]);
    rest.at.push_back(basis.at[j]);
  }
  return rest;
}

}  // namespace gpuinv
