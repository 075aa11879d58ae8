// owned_lp.hpp (linear program with a matrix of its own)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// A copy, so that the lender can have his matrix back at any time; rows
// ascend within the columns, and there are no zeros.
class OwnedLp {
 public:
  // Interrupted.
  OwnedLp(const WorkingLp& lp, const Interrupt& interrupt);
  OwnedLp(const OwnedLp&) = delete;
  OwnedLp& operator=(const OwnedLp&) = delete;

  const WorkingLp& lp() const { return lp_; }

 private:
  std::vector<int> ptr_, ind_;
  std::vector<double> val_;
  WorkingLp lp_;
};

}  // namespace gpuinv
