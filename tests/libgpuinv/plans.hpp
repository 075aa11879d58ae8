// plans.hpp (unit tests of the plans of faults on purpose)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* plan_cases();
