// host_rates.hpp (what this host's processor can do)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/base/machine.hpp"

namespace gpuinv {

// machine::kHost, its rates of a factorization and of memory as they were
// measured here (base/measured.hpp): by LAPACK, in some 30 ms, once.
const machine::Rates& host_rates();

}  // namespace gpuinv
