// interior_chain.hpp (who goes on where a device fails)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* interior_chain_cases();
