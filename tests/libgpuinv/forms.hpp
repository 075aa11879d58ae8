// forms.hpp (the two forms of the simplex engine)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* form_cases();
