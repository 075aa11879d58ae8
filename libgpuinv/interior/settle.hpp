// settle.hpp (multipliers whose reduced costs vanish where they must)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/interior/lp.hpp"

namespace gpuinv {

// Changes the multipliers y[m] of x[n], both of an equilibrated problem, so
// that the reduced costs c - A'y vanish in all columns where they need a bound
// that does not exist.  Multipliers of rows away from their bounds vanish; the
// others change in proportion to their size and as little as possible.  Whether
// the result is any better is for measure() to tell.
void settle_multipliers(const InteriorLp& lp, const std::vector<double>& x,
                        std::vector<double>* y);

}  // namespace gpuinv
