// restorations.hpp (unit tests of row residuals and their removal)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* restoration_cases();
