// accounts.hpp (unit tests of memory that is told beforehand)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef TESTS_LIBGPUINV_ACCOUNTS_HPP
#define TESTS_LIBGPUINV_ACCOUNTS_HPP

#include <check.h>

TCase* account_cases();

#endif
