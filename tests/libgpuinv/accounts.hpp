// accounts.hpp (unit tests of memory estimates)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* account_cases();
