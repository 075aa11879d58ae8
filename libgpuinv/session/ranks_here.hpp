// ranks_here.hpp (the processes that work with this one)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

#include "libgpuinv/lp/options.hpp"
#include "libgpuinv/ranks/ranks.hpp"

namespace gpuinv {

// Rank 0 listens for the other processes from the first call on.  A process is
// one rank, however many sessions it has, and the others learn by the end of
// the connections that it has ended; so nothing is ever taken back.
void listen_for_ranks();

// The processes that shall compute a factor, or null, and why; an empty reason
// means that the user asked for no others.  flops: of a sparse factor.  Waits
// for processes that are not there yet, but not for ever.
struct RanksChoice {
  Ranks* root = nullptr;
  std::string reason;
};
RanksChoice choose_ranks(const Options& options, NormalKind kind, double flops);

}  // namespace gpuinv
