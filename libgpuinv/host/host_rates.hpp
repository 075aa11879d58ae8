// host_rates.hpp (measured speed of this host's processor)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/base/machine.hpp"

namespace gpuinv {

// Returns machine::kHost with the rates of factorization and memory as measured
// here (base/measured.hpp), once, by LAPACK, in some 30 ms.
const machine::Rates& host_rates();

}  // namespace gpuinv
