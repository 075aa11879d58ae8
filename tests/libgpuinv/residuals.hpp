// residuals.hpp (unit tests of residuals, backward errors and noise)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* residual_cases();
