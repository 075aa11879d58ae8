// commands.hpp (unit tests of options of a command line)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* command_cases();
