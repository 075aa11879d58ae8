// inverse_cases.hpp (runs of the device inverse, judged by backward error)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

namespace gpuinv::tests {

enum class Family {
  kDense,
  kSparse,
  kPermutation,
  kSlacks,
  kHalfSlacks,
  kTriangular,
  kParts
};

// Plain numbers only: an assertion on them may leave by longjmp.
struct InverseResult {
  char thrown[512] = "";  // text of an exception, "" if all calls passed
  double residual = 0.0;  // max |B X - I| / (m eps ||B||_1 ||X||_1)
  double norm = 0.0;      // |norm - ||X||_1| / (m eps ||X||_1)
  double solve = 0.0;     // largest |y - X a| / (m eps sum |terms|), with
                          // changes pending, of terms of the largest X
  long wrong = 0;         // elements or bits that must be equal and are not
};

// X = inv(B) of a random basis against B; FTRAN and BTRAN of vectors of
// every sparsity against X; FTRAN(e_j)_i against BTRAN(e_i)_j.
InverseResult run_factorize(Family family, unsigned seed, int m);

// `updates` replaced columns, up to `pivots` of them pending (0: as the
// inverse chooses), then as run_factorize with the last B; wrong
// counts backward errors of dense solves by X that are more than `factor`
// times those of a fresh inverse of the same B and above 1e-13.
InverseResult run_updates(Family family, unsigned seed, int m, int pivots,
                          int updates, double factor);

// As run_factorize, where free memory has room for the inverse and what is
// always needed, but not for a kernel beside it.
InverseResult run_without_room(Family family, unsigned seed, int m);

// The same calls twice: wrong counts elements that differ in any bit.
InverseResult run_twice(unsigned seed, int m, int pivots);

// Bytes of device memory that repeated factorizations of m rows and solves
// took after the first round of each.
InverseResult run_without_allocation(unsigned seed, int m, int pivots,
                                     long* bytes);

}  // namespace gpuinv::tests
