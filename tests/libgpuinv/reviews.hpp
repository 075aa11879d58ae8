// reviews.hpp (unit tests of reviews of answers)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* review_cases();        // of solutions
TCase* review_claim_cases();  // that there is none
