// reductions.cpp (all that is taken out of a linear program at first)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "reductions.hpp"

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

std::vector<double> Reductions::expand_values(
    const std::vector<double>& x) const {
  if (!second_) return first_.expand_values(x);
  return first_.expand_values(
      aggregation_->expand_values(second_->expand_values(x), false));
}

std::vector<double> Reductions::expand_duals(
    const std::vector<double>& y) const {
  if (!second_) return first_.expand_duals(y);
  return first_.expand_duals(
      aggregation_->expand_duals(second_->expand_duals(y), false));
}

std::vector<double> Reductions::expand_primal_ray(
    const std::vector<double>& d) const {
  if (!second_) return first_.expand_primal_ray(d);
  return first_.expand_primal_ray(
      aggregation_->expand_values(second_->expand_primal_ray(d), true));
}

std::vector<double> Reductions::expand_farkas_ray(
    const std::vector<double>& y) const {
  if (!second_) return first_.expand_farkas_ray(y);
  return first_.expand_farkas_ray(
      aggregation_->expand_duals(second_->expand_farkas_ray(y), true));
}

std::vector<double> Reductions::primal_ray() const {
  if (!second_) return first_.primal_ray();
  return first_.expand_primal_ray(
      aggregation_->expand_values(second_->primal_ray(), true));
}

std::vector<double> Reductions::farkas_ray() const {
  if (!second_) return first_.farkas_ray();
  return first_.expand_farkas_ray(
      aggregation_->expand_duals(second_->farkas_ray(), true));
}

}  // namespace gpuinv
