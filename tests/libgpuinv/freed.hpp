// freed.hpp (starts without bounds that follow from rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* freed_cases();
