// farkas.hpp (proofs that a linear program has no feasible solution)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

#include "libgpuinv/simplex/simplex.hpp"

namespace gpuinv {

// Proves what the dual simplex method claims at its last basis, by the row y of
// inv(B) at which it found no variable to enter: within the bounds of x, y'A*x
// is always above or always below y'b (Farkas).
//
// If result claims INFEASIBLE and that row proves it, the claim becomes
// NO_PRIMAL with the row as its ray; basis and pivots stay.  Else nothing
// changes, nor if the search is interrupted, or for want of memory or of
// UMFPACK.  memory: bytes that the factors of B may take, 0 without a limit.
void prove_infeasible(const WorkingLp& lp, std::size_t memory,
                      const Interrupt& interrupt, SimplexResult* result);

}  // namespace gpuinv
