// pivot_on_host.hpp (a pivot of the compact tableau, serial)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace gpuinv::kernels::rounds {

// Entries up to this are no pivots; costs >= its negative are optimal.
constexpr double kTolerance = 1e-9;

// The pivot of rounds.hpp on a tableau of rows * columns numbers.
void pivot_on_host(int rows, int columns, int r, int k, double* t);

}  // namespace gpuinv::kernels::rounds
