// no_rounds.cpp (without CUDA the method runs on the host alone)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/rounds.hpp"

namespace gpuinv::bench {

RoundsDevice find_rounds_device() { return {}; }

}  // namespace gpuinv::bench
