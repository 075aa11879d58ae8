// owned_lp.hpp (linear program that owns its matrix)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// A copy of an LP, after which the lender may take its matrix back.  In the
// copy, rows ascend within each column and there are no zeros.
class OwnedLp {
 public:
  // Throws Interrupted.
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
