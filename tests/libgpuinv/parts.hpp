// parts.hpp (tableaux, inverses and factors that are divided into parts)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* part_cases();
TCase* shared_factor_cases();
TCase* shared_inverse_cases();
