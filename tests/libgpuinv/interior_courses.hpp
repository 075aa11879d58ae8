// interior_courses.hpp (unit tests of where interior point methods start and
// end)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* interior_course_cases();
