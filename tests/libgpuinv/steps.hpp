// steps.hpp (unit tests of work that can be given up, and of waiting for it)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* step_cases();
