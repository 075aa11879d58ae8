// normal_units.hpp (unit tests around the normal equations)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

// Tests of patterns, sums, dense columns, product form, and the choice.
Suite* normal_units();
