// fault.hpp (faults on purpose, for tests of what is lost by them)
// SPDX-License-Identifier: GPL-3.0-or-later
//
// GPUINV_FAULT=SITE:N[+][:KIND] makes the N-th pass of a site fail, with a plus
// sign that one and all later ones.  It is read once in a process, and not at
// all by one with privileges of its own.  Without it a pass costs one load.

#pragma once

#include <string>

namespace gpuinv {

// What fails, by its name in GPUINV_FAULT.  Sites of results can fail, too,
// or deliver what is wrong.
enum class Site {
  kMemory,   // memory: a large mapping
  kThread,   // thread: the start of one
  kBlas,     // blas: a call of LAPACK, BLAS or CHOLMOD
  kInverse,  // inverse: inversion of a basis
  kFtran,    // ftran: its result
  kBtran,    // btran: its result
  kBuild,    // build: of a tableau
  kSearch,   // search: a batch of pivots
  kState,    // state: values and reduced costs that a tableau tells
  kProduct,  // product: of the tableau and a vector
  kFactor,   // factor: of the normal equations
  kNormal,   // normal: their solution
  kLu,       // lu: sparse factors of a basis, for crossover
  kPush,     // push: a solution with them
  kCount
};

// KIND: fail (which is the default), or nan, inf, flip (of one bit of the
// exponent) for one element of a result.

bool faults_are_armed();

// Error(DEVICE) if this pass is to fail.
void pass(Site site);

// Not for memory of a device.
void pass(Site site, int count, double* result);

// "GPUINV_FAULT: ftran passed 118 times, 1 fault", or "" if none is armed.
std::string faults_report();

}  // namespace gpuinv
