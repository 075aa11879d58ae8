// long_steps.hpp (the dual ratio test past bounds)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* long_step_cases();
