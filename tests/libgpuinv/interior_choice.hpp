// interior_choice.hpp (where an interior point method goes by its cost)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* interior_choice_cases();
