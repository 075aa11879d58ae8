// duplicates.hpp (unit tests of rows that repeat others)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* duplicate_cases();
