// inverse_bench.hpp (wall times of the device inverse)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace gpuinv::bench {

// Prints the rows for m.  Every call goes from host arrays to host arrays and
// includes transfers and waiting.
void bench_inverse(int device, int m);

}  // namespace gpuinv::bench
