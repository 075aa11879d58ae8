// faulty_parts.hpp (parts of a method that fail on purpose)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>

#include "libgpuinv/interior/normal_equations.hpp"
#include "libgpuinv/simplex/tableau.hpp"

namespace gpuinv {

// Returns the part itself or, if faults are armed, a wrapper that fails where
// fault.hpp says so.
std::shared_ptr<Tableau> with_faults(std::shared_ptr<Tableau> tableau);

// rows: elements of solve()'s vector, or 0 if that vector is on a device.
std::unique_ptr<NormalEquations> with_faults(
    std::unique_ptr<NormalEquations> normal, int rows);

}  // namespace gpuinv
