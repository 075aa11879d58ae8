// crews.hpp (threads that share work)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* crew_cases();
