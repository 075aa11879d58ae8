// ranks.hpp (unit tests of the connections between ranks)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* rank_cases();
