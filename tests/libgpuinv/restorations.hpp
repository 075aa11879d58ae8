// restorations.hpp (unit tests of what rows lack, and of winning it back)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* restoration_cases();
