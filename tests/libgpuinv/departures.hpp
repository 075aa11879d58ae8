// departures.hpp (unit tests of the end of a process in the middle of work)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* departure_cases();
