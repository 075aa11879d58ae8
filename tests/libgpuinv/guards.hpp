// guards.hpp (unit tests of the guard of BLAS calls)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* guard_cases();
