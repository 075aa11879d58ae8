// parts.hpp (a tableau whose rows lie in parts)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* part_cases();
