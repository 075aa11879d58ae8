// seed.hpp (seed of a run of random tests)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace testing {

// Returns $GPUINV_SEED or a fresh seed, which is printed once.
unsigned seed();

}  // namespace testing
