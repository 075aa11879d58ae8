// infinity_case.hpp (tests of Cholesky-infinity)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

namespace gpuinv::tests {

TCase* infinity_case();

}  // namespace gpuinv::tests
