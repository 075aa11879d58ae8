// workers.hpp (unit tests of the thread that is kept between jobs)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

TCase* worker_cases();
