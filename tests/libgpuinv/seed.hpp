// seed.hpp (seed of a run of random tests)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef TESTS_LIBGPUINV_SEED_HPP
#define TESTS_LIBGPUINV_SEED_HPP

namespace testing {

// $GPUINV_SEED or fresh; printed once.
unsigned seed();

}  // namespace testing

#endif
