// limits.hpp (unit tests of limits on the host's memory)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* limit_cases();
