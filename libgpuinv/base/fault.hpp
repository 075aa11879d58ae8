// fault.hpp (faults on purpose, so that tests can see what they break)
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The variable GPUINV_FAULT=SITE:N[+][:KIND] makes the N-th pass of a site
// fail; with a plus sign, all later passes fail, too.  The process reads the
// variable once; a set-uid process does not read it.  Without the variable a
// pass costs one load.

#pragma once

#include <string>

namespace gpuinv {

// The sites, with their names in GPUINV_FAULT.  A site that has a result can
// either fail or deliver a wrong result.
enum class Site {
  kMemory,   // memory: allocation of a large mapping
  kThread,   // thread: start of a thread
  kBlas,     // blas: call of LAPACK, BLAS or CHOLMOD
  kInverse,  // inverse: inversion of a basis matrix
  kFtran,    // ftran: result of an FTRAN
  kBtran,    // btran: result of a BTRAN
  kBuild,    // build: construction of a tableau
  kSearch,   // search: batch of pivots
  kState,    // state: values and reduced costs read from a tableau
  kProduct,  // product: tableau times vector
  kFactor,   // factor: factorization of the normal equations
  kNormal,   // normal: solution of the normal equations
  kLu,       // lu: sparse LU factors of a basis, for crossover
  kPush,     // push: solution with these factors
  kCount
};

// KIND is fail (the default: an exception), or nan, inf or flip, which changes
// one element of the result; flip inverts one bit of its exponent.

bool faults_are_armed();

// Throws Error(DEVICE) if the plan says that this pass fails.
void pass(Site site);

// The same for a site with a result: result[count], in host memory, may get a
// wrong element instead.
void pass(Site site, int count, double* result);

// Returns a line such as "GPUINV_FAULT: ftran passed 118 times, 1 faults", or
// "" if no fault is planned.
std::string faults_report();

}  // namespace gpuinv
