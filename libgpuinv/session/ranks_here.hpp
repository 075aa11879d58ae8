// ranks_here.hpp (the processes that work with this one)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

#include "libgpuinv/lp/options.hpp"
#include "libgpuinv/ranks/root.hpp"

namespace gpuinv {

// Rank 0's end of the connections to the other processes.  A process is one
// rank, however many sessions it has; so this is made once, when first asked
// for, and stays: the others learn by its end that this process has ended.
struct RanksHere {
  Root* root = nullptr;  // null: this process is alone or not rank 0
  std::string fault;     // why it is alone although others were asked for
  double least = 0.0;    // operations of the smallest factor to share
};
const RanksHere& ranks_here();

// The processes that shall compute a factor, or null, and why; an empty reason
// means that the user asked for no others.  flops: of a sparse factor.  Waits
// for processes that are not there yet, but not for ever.
struct RanksChoice {
  Root* root = nullptr;
  std::string reason;
};
RanksChoice choose_ranks(const RanksHere& here, const Options& options,
                         NormalKind kind, double flops);

}  // namespace gpuinv
