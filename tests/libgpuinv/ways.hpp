// ways.hpp (a device's engine and crossover, one after the other)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* way_cases();
