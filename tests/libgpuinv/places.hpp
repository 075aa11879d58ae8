// places.hpp (unit tests of the places where cuDSS is looked for)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* place_cases();
