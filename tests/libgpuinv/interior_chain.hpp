// interior_chain.hpp (who goes on where a device fails)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef TESTS_LIBGPUINV_INTERIOR_CHAIN_HPP
#define TESTS_LIBGPUINV_INTERIOR_CHAIN_HPP

#include <check.h>

TCase* interior_chain_cases();

#endif
