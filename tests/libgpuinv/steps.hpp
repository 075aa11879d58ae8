// steps.hpp (unit tests of interruptible work, and of waiting for it)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* step_cases();
