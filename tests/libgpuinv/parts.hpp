// parts.hpp (a tableau whose rows are divided into parts)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* part_cases();
