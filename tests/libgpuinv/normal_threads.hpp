// normal_threads.hpp (sums that threads of the host share)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

// Tests of assemblies and products that are large enough for several threads.
TCase* normal_threads();
