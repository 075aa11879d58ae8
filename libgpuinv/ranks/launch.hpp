// launch.hpp (which of several processes this one is)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <optional>
#include <string>

namespace gpuinv {

// What the environment tells a process that works with others, one GPU each.
// Rank 0 solves; the others wait for what it asks of them.
struct Launch {
  int rank = 0, size = 1;
  int local = 0;       // rank among the processes of this host
  std::string host;    // where rank 0 listens
  std::string port;    // "0": any free one, for tests
  std::string token;   // what every process must know
  double least = 0.0;  // operations of the smallest factor to share
};

// Returns the value of a variable, or NULL.
using Variables = std::function<const char*(const char* name)>;

// Reads GPUINV_ROOT=[HOST:]PORT, rank and number of the processes from
// GPUINV_RANK and GPUINV_RANKS or from what the launchers of Open MPI, MPICH
// and Slurm set, the token from GPUINV_TOKEN or from the name of the launcher's
// job, and the least factor from GPUINV_RANKS_GFLOP.  Returns nothing if
// GPUINV_ROOT is not set: then nothing else is heeded.  Error(INVALID) names
// the variable that is missing or wrong.  Without a token, only addresses of
// this host are allowed.
std::optional<Launch> read_launch(const Variables& variable);

// The same from the environment, which a program with privileges of its own
// does not heed.
std::optional<Launch> launch_here();

}  // namespace gpuinv
