// seed.hpp (seed of a run of random tests)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace testing {

// $GPUINV_SEED or fresh; printed once.
unsigned seed();

}  // namespace testing
