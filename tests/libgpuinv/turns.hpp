// turns.hpp (the simplex solver's reaction to a tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* turn_cases();
