// seed.hpp (seed of a run of random tests)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef TESTS_LIBGPUINV_SEED_HPP
#define TESTS_LIBGPUINV_SEED_HPP

namespace testing {

// $GPUINV_SEED or fresh; printed once.
unsigned seed();

}  // namespace testing

#endif
