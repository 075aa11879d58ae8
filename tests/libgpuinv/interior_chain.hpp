// interior_chain.hpp (who continues after a device has failed)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* interior_chain_cases();
