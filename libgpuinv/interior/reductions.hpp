// reductions.hpp (presolve and aggregation, and their reversal)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <vector>

#include "libgpuinv/interior/aggregation.hpp"
#include "libgpuinv/interior/lp.hpp"
#include "libgpuinv/interior/presolve.hpp"

namespace gpuinv {

// Presolve, then aggregation, and if that removed something, presolve again.
class Reductions {
 public:
  // lp outlives this object.
  explicit Reductions(const InteriorLp& lp);

  Presolve::Outcome outcome() const { return last().outcome(); }
  const InteriorLp& reduced() const { return last().reduced(); }
  // See Presolve.
  InteriorLp take_reduced() {
    return second_ ? second_->take_reduced() : first_.take_reduced();
  }
  // The constant to add to the reduced problem's objective.
  double objective() const;

  // As in Presolve.
  std::vector<double> expand_values(const std::vector<double>& x,
                                    bool ray) const;
  std::vector<double> expand_duals(const std::vector<double>& y,
                                   bool ray) const;

 private:
  const Presolve& last() const { return second_ ? *second_ : first_; }

  Presolve first_;
  std::unique_ptr<Aggregation> aggregation_;
  std::unique_ptr<Presolve> second_;  // null if nothing was aggregated
};

}  // namespace gpuinv
