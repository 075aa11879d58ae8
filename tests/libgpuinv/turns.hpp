// turns.hpp (what the simplex solver makes of a tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* turn_cases();
