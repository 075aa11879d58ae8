// accounts.hpp (unit tests of memory that is told beforehand)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* account_cases();
