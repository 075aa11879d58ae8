// inversions.hpp (whether and where to invert a basis matrix)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* inversion_cases();
