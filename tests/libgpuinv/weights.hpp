// weights.hpp (steepest edge weights of the host's tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* weight_cases();
