// interior_choice.hpp (choice of the interior point's place by cost)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* interior_choice_cases();
