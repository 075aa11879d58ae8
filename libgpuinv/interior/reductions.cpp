// reductions.cpp (presolve and aggregation, and their reversal)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/reductions.hpp"

namespace gpuinv {

Reductions::Reductions(const InteriorLp& lp) : first_(lp) {
  if (first_.outcome() != Presolve::Outcome::kReduced) return;
  aggregation_ = std::make_unique<Aggregation>(first_.reduced());
  if (&aggregation_->reduced() != &first_.reduced())
    second_ = std::make_unique<Presolve>(aggregation_->reduced());
}

double Reductions::objective() const {
  if (!second_) return first_.objective();
  return first_.objective() + aggregation_->objective() + second_->objective();
}

std::vector<double> Reductions::expand_values(const std::vector<double>& x,
                                              bool ray) const {
  if (!second_) return first_.expand_values(x, ray);
  return first_.expand_values(
      aggregation_->expand_values(second_->expand_values(x, ray), ray), ray);
}

std::vector<double> Reductions::expand_duals(const std::vector<double>& y,
                                             bool ray) const {
  if (!second_) return first_.expand_duals(y, ray);
  return first_.expand_duals(
      aggregation_->expand_duals(second_->expand_duals(y, ray), ray), ray);
}

}  // namespace gpuinv
