// accounts.hpp (unit tests of memory that is told beforehand)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef TESTS_LIBGPUINV_ACCOUNTS_HPP
#define TESTS_LIBGPUINV_ACCOUNTS_HPP

#include <check.h>

TCase* account_cases();

#endif
