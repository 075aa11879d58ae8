// claims.hpp (unit tests of proofs that there is no optimum)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* claim_cases();
