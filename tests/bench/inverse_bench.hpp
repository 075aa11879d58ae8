// inverse_bench.hpp (wall times of the device inverse)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

#ifndef GPUINV_TESTS_BENCH_INVERSE_BENCH_HPP
#define GPUINV_TESTS_BENCH_INVERSE_BENCH_HPP

namespace gpuinv::bench {

// Prints the rows for m.  Every call goes from host arrays to host arrays,
// transfers and waiting included.
void bench_inverse(int device, int m);

}  // namespace gpuinv::bench

#endif
