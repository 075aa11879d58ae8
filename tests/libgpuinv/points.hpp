// points.hpp (unit tests of judging and refining a point)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* point_cases();
