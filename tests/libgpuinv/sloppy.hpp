// sloppy.hpp (unit tests of BasisInverse with an inaccurate inverse)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* sloppy_cases();
