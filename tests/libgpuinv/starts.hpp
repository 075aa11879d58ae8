// starts.hpp (unit tests of where and when a search starts)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* start_cases();
