// interior_chain.hpp (who goes on where a device fails)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef TESTS_LIBGPUINV_INTERIOR_CHAIN_HPP
#define TESTS_LIBGPUINV_INTERIOR_CHAIN_HPP

#include <check.h>

TCase* interior_chain_cases();

#endif
