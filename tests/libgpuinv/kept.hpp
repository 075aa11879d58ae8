// kept.hpp (unit tests of figures that are measured once)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* kept_cases();
