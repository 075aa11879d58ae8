// active_lp.cpp (linear program without idle columns)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/active_lp.hpp"

#include <algorithm>

namespace gpuinv {
namespace {

bool is_idle(const WorkingLp& lp, int k) {
  return lp.l[k] == 0.0 && lp.u[k] == 0.0;
}

}  // namespace

int count_idle(const WorkingLp& lp, const SimplexBasis& basis) {
  const auto idle = std::count_if(basis.nonbasic.begin(), basis.nonbasic.end(),
                                  [&lp](int k) { return is_idle(lp, k); });
  return idle < lp.n - lp.m ? static_cast<int>(idle) : 0;
}

ActiveLp::ActiveLp(const WorkingLp& lp, const SimplexBasis& start,
                   const Interrupt& interrupt) {
  std::vector<int> place(lp.n, 0);  // of a column in lp(), or -1
  for (std::size_t j = 0; j < start.nonbasic.size(); j++) {
    const int k = start.nonbasic[j];
    if (!is_idle(lp, k)) continue;
    idle_.nonbasic.push_back(k);
    idle_.at.push_back(start.at[j]);
    place[k] = -1;
  }
  lp_.m = lp.m;
  lp_.b = lp.b;
  ptr_.push_back(0);
  ind_.reserve(lp.val.size());
  val_.reserve(lp.val.size());
  Lookout lookout(interrupt);
  for (int k = 0; k < lp.n; k++) {
    if (place[k] < 0) continue;
    place[k] = static_cast<int>(kept_.size());
    kept_.push_back(k);
    lp_.c.push_back(lp.c[k]);
    lp_.l.push_back(lp.l[k]);
    lp_.u.push_back(lp.u[k]);
    lookout.add(static_cast<double>(lp.ptr[k + 1] - lp.ptr[k]));
    for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++) {
      ind_.push_back(lp.ind[t]);
      val_.push_back(lp.val[t]);
    }
    ptr_.push_back(static_cast<int>(ind_.size()));
  }
  lp_.n = static_cast<int>(kept_.size());
  lp_.ptr = {ptr_.data(), 0};
  lp_.ind = {ind_.data(), 0};
  lp_.val = {val_.data(), val_.size()};
  for (const int k : start.basic) start_.basic.push_back(place[k]);
  for (std::size_t j = 0; j < start.nonbasic.size(); j++) {
    const int k = place[start.nonbasic[j]];
    if (k < 0) continue;
    start_.nonbasic.push_back(k);
    start_.at.push_back(start.at[j]);
  }
}

SimplexBasis ActiveLp::whole(const SimplexBasis& basis) const {
  SimplexBasis all = idle_;
  for (const int k : basis.basic) all.basic.push_back(kept_[k]);
  for (const int k : basis.nonbasic) all.nonbasic.push_back(kept_[k]);
  all.at.insert(all.at.end(), basis.at.begin(), basis.at.end());
  return all;
}

}  // namespace gpuinv
